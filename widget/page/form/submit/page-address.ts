/** The address of a page of the gateway that the shopper is shown: in the form's language and colours. */
export function pageAddress(url: string, form: HTMLElement): string {
  const colorScheme = getComputedStyle(form).getPropertyValue('color-scheme');
  return `${url}?locale=${form.lang}&scheme=${colorScheme}`;
}
