/** Where the links and pictures of a guide lead to on the workbench. */
import { posix } from 'node:path';
import { GUIDE_NAMES } from './guide-list.ts';

/** Documents of the repository that the workbench shows at an address of its own. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/openapi.json': '/openapi.json',
  'README.md#reference': '/reference',
};
/** Files that guides hand out, as text; paths inside `docs/`. */
export const HANDED_OUT = ['receivers/receive.mjs', 'receivers/receive.d.mts'];
const PICTURE = /^docs\/((?:[\w-]+\/)?[\w-]+\.(?:png|jpg|webp))$/;

export type GuideLink =
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'outside'; readonly address: string }
  /** A file that only the repository has: its path there. */
  | { readonly kind: 'repository'; readonly path: string };

/** @param target as it stands in a guide in `docs/`: "form.md#labels", "../CHANGELOG.md" */
export function guideLink(target: string): GuideLink {
  if (/^https?:\/\//.test(target)) return { kind: 'outside', address: target };
  if (target.startsWith('#')) return { kind: 'page', address: target };
  const [file = '', anchor = ''] = target.split('#');
  const path = posix.normalize(posix.join('docs', file));
  const whole = anchor === '' ? path : `${path}#${anchor}`;
  const address = ELSEWHERE[whole] ?? ELSEWHERE[path];
  if (address !== undefined) return { kind: 'page', address };
  const name = /^docs\/([\w-]+)\.md$/.exec(path)?.[1];
  if (name !== undefined && GUIDE_NAMES.includes(name)) {
    return { kind: 'page', address: `/docs/${name}${anchor === '' ? '' : `#${anchor}`}` };
  }
  const isShown = HANDED_OUT.some((each) => path === `docs/${each}`) || PICTURE.test(path);
  if (isShown) return { kind: 'page', address: `/${path}` };
  return { kind: 'repository', path };
}

/** The path of a picture inside `docs/`; undefined: not a picture from there. */
export const picturePath = (target: string): string | undefined =>
  PICTURE.exec(posix.normalize(posix.join('docs', target)))?.[1];

/** As GitHub makes them, so that a link to a heading works there and here. */
export function anchorMaker(): (heading: string) => string {
  const taken = new Map<string, number>();
  return (heading) => {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(anchor) ?? 0;
    taken.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  };
}
