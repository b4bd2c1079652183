"""Calls boto3 for a test: a call is a line of JSON on standard input, its answer a line on standard output."""

import base64
import datetime
import json
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

settings = {"config": Config(retries={"total_max_attempts": 1})}
clients = {}


def client(service):
    if service not in clients:
        clients[service] = boto3.client(service, **settings)
    return clients[service]


def resource(service):
    return boto3.resource(service, **settings)


def given(value):
    """The value of a parameter: bytes are written as {"$bytes": Base64}."""
    if isinstance(value, list):
        return [given(each) for each in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"$bytes"}:
        return base64.b64decode(value["$bytes"])
    return {name: given(each) for name, each in value.items()}


def written(value):
    """A value as JSON: bytes and streams are texts where they can be."""
    if isinstance(value, (list, tuple)):
        return [written(each) for each in value]
    if isinstance(value, dict):
        return {str(name): written(each) for name, each in value.items()}
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if hasattr(value, "read"):
        value = value.read()
    if isinstance(value, (bytes, bytearray)):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return {"$bytes": base64.b64encode(value).decode()}
    return value


def answer(call):
    if "code" in call:
        names = {"boto3": boto3, "client": client, "resource": resource}
        exec(call["code"], names)
        return written(names.get("result"))
    service, parameters = client(call["service"]), given(call["parameters"])
    if call.get("paginates"):
        return written(list(service.get_paginator(call["operation"]).paginate(**parameters)))
    return written(getattr(service, call["operation"])(**parameters))


for line in sys.stdin:
    try:
        told = {"result": answer(json.loads(line))}
    except ClientError as error:
        told = {"refused": written(error.response)}
    except Exception as error:
        told = {"failed": f"{type(error).__name__}: {error}"}
    print(json.dumps(told), flush=True)
