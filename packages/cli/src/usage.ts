/** How the command line is used, and what its end says. */

/** What is wrong with the words of a command. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What kept a command from doing its work: no gateway, no browser, no page. */
export class NotDoneError extends Error {
  override name = 'NotDoneError';
}

/** Exit codes. */
export const EXIT = {
  /** Done, and nothing is wrong. */
  fine: 0,
  /** Done, and there is something to change. */
  found: 1,
  /** The command is written wrongly. */
  usage: 2,
  /** It could not be done. */
  failed: 3,
} as const;

export const USAGE = `payment-widgets COMMAND

  listen --forward-to URL    Sends what the gateway tells to your machine, as it was sent
      --kind events|notifications        which of the two (events)
      --types A,B                        only these types
      --secret SECRET                    the one that your server knows, or WEBHOOK_SECRET; drawn
                                         when absent
      --port N --host ADDRESS            where it listens (any free port of 127.0.0.1)
      --public-url URL                   where the gateway reaches that, through a tunnel
  trigger EVENT              Has the sandbox really do what the event tells of
      --list                             every event that can be had
  doctor URL                 Looks at your payment page in a browser, and says what to change
      --browser PATH                     Chromium, Chrome or Edge
      --wait SECONDS                     how long the form may take to come (10)
      --strict                           warnings count, too
      --json                             for programs
  create-shop DIRECTORY      Writes a shop's server with a webhook and tests into a new folder
      --tarballs DIRECTORY               where the packages are, while they are not published
  theme check FILE           Names and colours of a style sheet, of wpwlOptions, or of a file of tokens
                             (.css .js .html .json, wpwl.theme.json)
      --strict                           states without a colour of their own count, too

  --gateway URL --entity ID --token TOKEN, or GATEWAY, ENTITY_ID and ACCESS_TOKEN
  --help, --version

Ends with 0: fine; 1: there is something to change; 2: the command is written wrongly; 3: it could not be done.
`;
