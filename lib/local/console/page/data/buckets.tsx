import { useEffect, useState } from "preact/hooks";
import type { FactText } from "../../../history/fact";
import type { DataActions, ListedResource } from "../../data";
import { ask } from "../api";
import { Body } from "../detail";
import { Field, useAttempt } from "../form";
import { useRefresh } from "../store";
import { clean, countText } from "../trace";

type Found = Awaited<ReturnType<DataActions["objects"]>>;

/** The largest upload: its request has a third more letters. */
const maxUploadBytes = 8 * 1024 * 1024;

/** The objects of a bucket: lists, shows and uploads them. */
export function Objects({ bucket: { name: bucket } }: { readonly bucket: ListedResource }) {
  const refresh = useRefresh();
  const [prefix, setPrefix] = useState("");
  const [found, setFound] = useState<Found>({ objects: [], omitted: 0 });
  const [shown, show] = useState<{ readonly key: string; readonly content: FactText }>();
  const [told, setTold] = useState("");
  const [problem, attempt] = useAttempt();
  const load = async () => setFound(await ask("objects", { bucket, prefix }));
  useEffect(() => attempt(load), [bucket, prefix, refresh]);
  const upload = (file: File | undefined) =>
    attempt(async () => {
      if (file === undefined) return;
      if (file.size > maxUploadBytes)
        throw new Error(
          `${file.name} is larger than 8 MB. Upload it with an SDK or the command line of AWS.`,
        );
      const key = prefix + file.name;
      const answer = await ask("upload", { bucket, key, type: file.type, content: await base64Of(file) });
      if ("problem" in answer) throw new Error(answer.problem);
      setTold(`${key} was uploaded.`);
      await load();
    });
  return (
    <>
      <div class="bar">
        <Field label="Keys that begin with" value={prefix} change={setPrefix} />
        <label class="file">
          Upload
          <input type="file" onChange={({ currentTarget }) => upload(currentTarget.files?.[0])} />
        </label>
      </div>
      <p class="quiet" role="note">
        {told}
      </p>
      {problem}
      {found.objects.length === 0 && <p class="quiet">No objects.</p>}
      <table class="stacked">
        <tbody>
          {found.objects.map(({ key, bytes, changedAt, type }) => (
            <tr key={key}>
              <td>
                <button
                  type="button"
                  class="link"
                  onClick={() =>
                    attempt(async () =>
                      show({ key, content: (await ask("object", { bucket, key })).content }),
                    )
                  }
                >
                  {clean(key)}
                </button>
              </td>
              <td class="short">{countText(bytes, "byte")}</td>
              <td class="short">{clean(type)}</td>
              <td class="short">{new Date(changedAt).toLocaleTimeString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.omitted > 0 && <p class="quiet">{found.omitted} further objects are not shown.</p>}
      {shown !== undefined && <Body title={shown.key} body={shown.content} />}
    </>
  );
}

async function base64Of(file: File): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(",") + 1);
}
