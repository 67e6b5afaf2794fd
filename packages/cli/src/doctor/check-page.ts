/** The page around the form: its policy, its headers, what it loads, and for whom it can be used. */
import {
  error,
  type Facts,
  type Finding,
  isScript,
  originOf,
  type Violation,
  warning,
} from './facts.ts';

/** A name that only this machine knows. */
const isLocal = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(new URL(url).hostname);

export function checkPolicy({ headers, metaPolicies, violations, scripts }: Facts): Finding[] {
  const policies = [headers['content-security-policy'] ?? '', ...metaPolicies].filter(Boolean);
  const gateway = originOf(scripts.find(({ src }) => isScript(src))?.src ?? '');
  const blocked = new Map(
    violations.map((each) => {
      const where = each.frame === undefined ? '' : 'in a frame';
      return [`${each.directive} ${originOf(each.blocked) || each.blocked} ${where}`, each];
    }),
  );
  return [
    ...(policies.length === 0
      ? [
          warning(
            'policy',
            'the page has no Content-Security-Policy: any script that gets in reads what shoppers type around the form',
            `send one: script-src 'nonce-…'; frame-src ${gateway}; connect-src ${gateway}`,
          ),
        ]
      : []),
    ...policies
      .filter((policy) => /(script-src|default-src)[^;]*'unsafe-(inline|eval)'/.test(policy))
      .map(() =>
        warning(
          'policy',
          "scripts may be inline or made of text ('unsafe-inline', 'unsafe-eval')",
          'use nonces: the form needs neither',
        ),
      ),
    ...[...blocked.values()].map((each) => told(each, gateway)),
  ];
}

function told({ directive, blocked, isReportOnly, frame }: Violation, gateway: string): Finding {
  const source = originOf(blocked) || blocked;
  const isOurs = source === gateway && gateway !== '';
  const tell = (isOurs || frame !== undefined) && !isReportOnly ? error : warning;
  const [where, add] =
    frame === undefined
      ? ['', `add ${source} to ${directive}`]
      : [
          ` of the frame of ${frame}`,
          `let the frames through with the gateway's own policy, or add ${isOurs ? "'self'" : source} to its ${directive}`,
        ];
  const font =
    isOurs && directive === 'font-src'
      ? `, a font of the channel: ${frame === undefined ? "the page's fields are" : 'number and CVV are'} drawn by another`
      : '';
  return tell(
    'policy',
    `${directive}${where} ${isReportOnly ? 'would block' : 'blocks'} ${blocked}${font}`,
    isOurs || frame !== undefined ? add : `${add}, or take it out of the page`,
  );
}

export function checkHeaders({ url, status, headers, metaPolicies }: Facts): Finding[] {
  const policy = [headers['content-security-policy'] ?? '', ...metaPolicies].join(';');
  const isSecure = url.startsWith('https:');
  return [
    ...(status >= 400
      ? [
          error(
            'headers',
            `the page is answered with HTTP ${status}`,
            'look at an address that works',
          ),
        ]
      : []),
    ...(isSecure || isLocal(url)
      ? []
      : [error('headers', 'the page comes without TLS', 'serve it over https, and nothing else')]),
    ...(isSecure && !isLocal(url) && !headers['strict-transport-security']
      ? [
          warning(
            'headers',
            'a first visit may come without TLS',
            'Strict-Transport-Security: max-age=31536000',
          ),
        ]
      : []),
    ...(/frame-ancestors/.test(headers['content-security-policy'] ?? '') ||
    headers['x-frame-options']
      ? []
      : [
          warning(
            'headers',
            'any page may show this one in a frame, and lay something over it',
            "Content-Security-Policy: frame-ancestors 'none'",
          ),
        ]),
    ...(headers['x-content-type-options'] === 'nosniff'
      ? []
      : [
          warning(
            'headers',
            'browsers may guess types of files',
            'X-Content-Type-Options: nosniff',
          ),
        ]),
    ...(headers['referrer-policy'] || /referrer/.test(policy)
      ? []
      : [
          warning(
            'headers',
            'other sites may be told the address of this page',
            'Referrer-Policy: strict-origin-when-cross-origin',
          ),
        ]),
  ];
}

export function checkMixedContent({ url, loaded }: Facts): Finding[] {
  if (!url.startsWith('https:')) return [];
  const plain = loaded.filter(({ url: each }) => each.startsWith('http:') && !isLocal(each));
  return [...new Set(plain.map(({ url: each }) => each))].map((each) =>
    error('mixed content', `${each} comes without TLS`, 'load it over https'),
  );
}

const GRAVE = new Set(['critical', 'serious']);

export function checkAccessibility({ axe, viewport }: Facts): Finding[] {
  const forbidsZoom = /user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*1(\.0*)?\b/.test(viewport);
  return [
    ...(viewport === ''
      ? [
          warning(
            'accessibility',
            'phones draw the page as for a desk',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
          ),
        ]
      : []),
    ...(forbidsZoom
      ? [
          error(
            'accessibility',
            'shoppers may not enlarge the page',
            'leave user-scalable and maximum-scale out',
          ),
        ]
      : []),
    ...(axe
      ? []
      : [
          warning(
            'accessibility',
            'what is around the form was not looked at',
            'npm install --save-dev axe-core',
          ),
        ]),
    ...(axe ?? [])
      .filter(({ id }) => id !== 'meta-viewport')
      .map(({ id, impact, help, targets }) =>
        (GRAVE.has(impact) ? error : warning)(
          'accessibility',
          `${help}: ${targets.join(', ')}`,
          `axe rule ${id}`,
        ),
      ),
  ];
}
