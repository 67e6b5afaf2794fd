import { lookAround } from '../frames/frame-look.ts';

/**
 * The address of a page of the gateway that the shopper is shown: in the form's language and colours. Those
 * in force, since `color-scheme` is computed as `normal` where the page says it in a `<meta>`.
 */
export const pageAddress = (url: string, form: HTMLElement): string =>
  `${url}?locale=${form.lang}&scheme=${lookAround(form).colorScheme}`;
