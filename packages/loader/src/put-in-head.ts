/** Puts an element into the page's head. Assigning its address throws where a policy for Trusted Types forbids it. */
export function putInHead<K extends 'script' | 'link'>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  document.head.append(element);
  return element;
}
