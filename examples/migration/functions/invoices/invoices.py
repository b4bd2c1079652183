"""Invoices, in the Python that wrote them before."""

import json
import re


def handler(event, context):
    found = re.fullmatch(r"(\d{4})-(\d+)", event["pathParameters"]["id"])
    if found is None:
        return answer(404, {"message": "No such invoice"})
    year, number = map(int, found.groups())
    return answer(200, {"year": year, "number": number, "function": context.function_name})


def answer(status, body):
    return {
        "statusCode": status,
        "headers": {"content-type": "application/json"},
        "body": json.dumps(body),
    }
