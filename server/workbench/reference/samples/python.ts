import { filledWith, type SampleRequest } from './sample.ts';

/** With what Python brings: there is no client for it, and `requests` would have to be installed. */
export function pythonSample(request: SampleRequest): string {
  const { method, pairs, isAuthorised, takesEntity, isText } = request;
  const isPost = method === 'POST';
  const fields = [
    ...(takesEntity ? ['    "entityId": os.environ["ENTITY_ID"],\n'] : []),
    ...pairs.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},\n`),
  ];
  const hasFields = fields.length > 0;
  const address = `f"{os.environ['GATEWAY']}${filledWith(request, (name) => `{os.environ['${name}']}`)}"`;
  const args = [
    isPost || !hasFields ? address : `${address} + "?" + urlencode(fields)`,
    ...(isPost ? [`data=${hasFields ? 'urlencode(fields).encode()' : 'b""'}`] : []),
    ...(isAuthorised ? [`headers={"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"}`] : []),
    ...(method === 'DELETE' ? ['method="DELETE"'] : []),
  ];
  const read = (from: string) => (isText ? `${from}.read().decode()` : `json.load(${from})`);
  return `${isText ? 'import os' : 'import json, os'}
from urllib.error import HTTPError
${hasFields ? 'from urllib.parse import urlencode\n' : ''}from urllib.request import Request, urlopen

${hasFields ? `fields = {\n${fields.join('')}}\n` : ''}request = Request(
${args.map((each) => `    ${each},\n`).join('')})
try:
    answer = ${read('urlopen(request)')}
except HTTPError as error:  # refused or declined, with an answer to read
    answer = ${read('error')}
print(answer)`;
}

/** A string of JSON is one of Python, too. */
const quoted = (text: string): string => JSON.stringify(text);
