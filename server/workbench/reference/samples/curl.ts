import { asArgument } from '../sandbox-call.ts';
import { filledWith, type SampleRequest } from './sample.ts';

/** For a shell, with curl. */
export function curlSample(request: SampleRequest): string {
  const { method, pairs, isAuthorised, takesEntity } = request;
  const isPost = method === 'POST';
  const path = filledWith(request, (variable) => `$${variable}`);
  const query = [
    ...(takesEntity ? ['entityId=$ENTITY_ID'] : []),
    ...pairs.map(([name, value]) => `${inQuery(name)}=${inQuery(value)}`),
  ].join('&');
  const address = isPost || query === '' ? path : `${path}?${query}`;
  const lines = [
    `curl ${method === 'DELETE' ? '-X DELETE ' : ''}"$GATEWAY${address}"`,
    ...(isAuthorised ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...(isPost && takesEntity ? ['-d "entityId=$ENTITY_ID"'] : []),
    ...(isPost ? pairs.map(([name, value]) => asArgument(`${name}=${value}`)) : []),
    // Without anything to send curl would ask by GET.
    ...(isPost && pairs.length === 0 && !takesEntity ? ["-d ''"] : []),
  ];
  return lines.join(' \\\n  ');
}

/** Between double quotes of a shell nothing of this means anything. */
const inQuery = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');
