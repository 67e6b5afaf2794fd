/** Mistakes with packages, the command line and the start, which tests elsewhere make. */
import type { MistakeElsewhere } from './mistake.ts';

const LOADER = {
  where: 'what is thrown',
  to: 'developer',
  test: 'e2e/packages/loader.test.ts',
} as const;
const TERMINAL = { where: 'the terminal', to: 'developer' } as const;

export const OTHER_MISTAKES: readonly MistakeElsewhere[] = [
  {
    done: '`loadPaymentWidgets({ gateway: "gateway.example" })`',
    said: 'gateway is "gateway.example", not https://…',
    ...LOADER,
  },
  {
    done: 'The policy does not allow the script',
    said: 'in script-src-elem',
    ...LOADER,
  },
  {
    done: '`integrity` is that of another release',
    said: 'is not what integrity says',
    ...LOADER,
  },
  {
    done: 'Two major versions of the loader are in one page',
    said: 'Two major versions of @payment-widgets/loader',
    ...LOADER,
  },
  {
    done: 'The loader is called on a server',
    said: 'No page: call it in a browser',
    ...LOADER,
    test: 'packages/tests/server-side.test.ts',
  },
  {
    done: 'The client for servers is imported into a page',
    said: 'belongs on your server',
    ...LOADER,
    test: 'e2e/packages/servers.test.ts',
  },
  {
    done: '`ACCESS_TOKEN` is not set where a client is made',
    said: 'accessToken is missing',
    ...LOADER,
    test: 'packages/server/tests/transport.test.ts',
  },
  {
    done: 'Vue is older than 3.3',
    said: 'peer vue@"^3.3.0" from @payment-widgets/vue',
    ...TERMINAL,
    test: 'packages/tests/install.test.ts',
  },
  {
    done: 'React is older than 18',
    said: 'needs React 18 or later',
    ...LOADER,
    test: 'packages/react/src/check-react.test.ts',
  },
  {
    done: 'A component is drawn before there is a checkout',
    said: 'checkoutId is missing: create a checkout first',
    ...LOADER,
    test: 'e2e/packages/components.test.ts',
  },
  {
    done: '`payment-widgets trigger` is called without a token',
    said: 'whose? Give --token or ACCESS_TOKEN',
    ...TERMINAL,
    test: 'packages/cli/tests/commands.test.ts',
  },
  {
    done: 'Something of the page lies over a card field',
    said: 'lies over card.number',
    ...TERMINAL,
    test: 'packages/cli/tests/doctor.test.ts',
  },
];
