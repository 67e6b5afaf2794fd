/** The longest parameter takes 4,096 characters: what is a little too long is shown whole. */
const SHOWN_LENGTH = 4_200;

/** What a client has sent, as far as an answer repeats it. */
export const shortened = (text: string): string =>
  text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
