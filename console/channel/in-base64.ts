/** A file as a request of JSON carries it. */
export async function inBase64(file: Blob): Promise<string> {
  const reader = new FileReader();
  const read = Promise.withResolvers<void>();
  reader.onload = () => read.resolve();
  reader.onerror = () => read.reject(reader.error);
  reader.readAsDataURL(file);
  await read.promise;
  // "data:font/woff2;base64,…"
  return String(reader.result).split(',')[1] ?? '';
}
