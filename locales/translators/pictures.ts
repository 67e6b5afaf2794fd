/**
 * On which picture a text can be seen: docs/texts, drawn by `node e2e/contact-sheet.ts texts`, which also
 * writes `pictures.json`. A text that none shows is not seen while a form is drawn, and its block says why.
 */
import { TEXT_BLOCKS, type TextBlock, withoutPluralForm } from '../../contract/text-keys.ts';
import pictures from './pictures.json' with { type: 'json' };

const ONE_OF =
  'one of several texts, of which the picture shows another: it stands in the same place as in';
const OWN_PAGE = 'it stands on a page of the gateway, outside the form';

/** Why a text of the block is on no picture, and the picture that shows its place, where there is one. */
const UNSEEN: Readonly<Record<TextBlock, readonly [why: string, like?: keyof typeof pictures]>> = {
  card: [
    'only a lost network, an old page or a long wait brings it up, where this one stands:',
    'card-offline',
  ],
  cardOptions: ['only some fields and shops have it, in the form of', 'card'],
  coBadged: [ONE_OF, 'co-badged'],
  declines: [ONE_OF, 'card-declined'],
  list: [ONE_OF, 'list-errors'],
  otherDeclines: [
    'it stands above the button of a wallet or bank, after its shopper has come back:',
    'wallets',
  ],
  cvvHint: [ONE_OF, 'card-errors'],
  methods: ['only some pages have it, below what is stored:', 'stored'],
  billing: ['only the addresses of some countries have it, in the block of', 'billing'],
  unconfirmed: ['only a page that was loaded again has it, above the form of', 'card'],
  storedCards: [ONE_OF, 'stored'],
  remove: [ONE_OF, 'removal'],
  consent: [ONE_OF, 'card'],
  registration: ['it is seen once something is stored, in the place of', 'registration'],
  installments: [ONE_OF, 'installments'],
  virtualAccount: ['only a wrong value brings it up, below a field of', 'wallets'],
  directDebit: [ONE_OF, 'direct-debit'],
  redirect: [ONE_OF, 'wallets'],
  voucher: [ONE_OF, 'voucher'],
  threeDSecure: [OWN_PAGE],
  result: [OWN_PAGE],
  simulatedBank: ['only developers and testers see it'],
};

const pathOf = (picture: string): string => `docs/texts/${picture}.jpg`;

/** What a translator is told: the pictures that show the text, or why none does. */
export function pictureNoteOf(key: string): string {
  const base = withoutPluralForm(key);
  const showing = Object.entries(pictures)
    .filter(([, keys]) => keys.split(' ').some((shown) => withoutPluralForm(shown) === base))
    .map(([picture]) => pathOf(picture));
  if (showing.length > 0) return `Picture: ${showing.slice(0, 2).join(', ')}.`;
  const blocks = Object.entries(TEXT_BLOCKS) as [TextBlock, readonly string[]][];
  const [block = 'card'] = blocks.find(([, keys]) => keys.includes(base)) ?? [];
  const [why, like] = UNSEEN[block];
  return `No picture: ${why}${like ? ` ${pathOf(like)}` : ''}.`;
}
