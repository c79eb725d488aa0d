/** Card data kept in the browser's private file system: the file as it came, compressed, and what was compiled of it. */

const SOURCE = "card-data.json.gz";
const IMAGE = "card-data.image";
const ABOUT = "card-data.about";

/** What is kept. */
export interface Kept {
  name: string;
  version: string;
}

async function folder(): Promise<FileSystemDirectoryHandle> {
  return navigator.storage.getDirectory();
}

async function write(name: string, data: ReadableStream<Uint8Array> | BlobPart): Promise<void> {
  const file = await (await folder()).getFileHandle(name, { create: true });
  const out = await file.createWritable();
  try {
    if (data instanceof ReadableStream) await data.pipeTo(out, { preventClose: true });
    else await out.write(data as FileSystemWriteChunkType);
    await out.close();
  } catch (error) {
    await out.abort().catch(() => {});
    throw error;
  }
}

async function read(name: string): Promise<File | null> {
  try {
    return await (await (await folder()).getFileHandle(name)).getFile();
  } catch {
    return null;
  }
}

async function compressed(file: Blob): Promise<ReadableStream<Uint8Array>> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const stream = file.stream() as ReadableStream<Uint8Array>;
  if (head[0] === 0x1f && head[1] === 0x8b) return stream;
  return stream.pipeThrough(new CompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>);
}

/** Forgets all that is kept. */
export async function forget(): Promise<void> {
  const from = await folder().catch(() => null);
  for (const name of [ABOUT, IMAGE, SOURCE]) await from?.removeEntry(name).catch(() => {});
}

/** Keeps a file and its image; throws where the browser doesn't. What was kept before is gone then too. */
export async function keep(file: Blob, name: string, image: Uint8Array, version: string): Promise<void> {
  try {
    await forget();
    await write(SOURCE, await compressed(file));
    await write(IMAGE, image as Uint8Array<ArrayBuffer>);
    await write(ABOUT, JSON.stringify({ name, version } satisfies Kept));
  } catch (error) {
    await forget();
    throw error;
  }
}

/** What is kept, with its files; null for nothing. */
export async function kept(): Promise<(Kept & { source: File; image: File | null }) | null> {
  const about = await read(ABOUT);
  const source = await read(SOURCE);
  if (!about || !source) return null;
  try {
    const { name, version } = JSON.parse(await about.text()) as Kept;
    return { name: String(name), version: String(version), source, image: await read(IMAGE) };
  } catch {
    return null;
  }
}
