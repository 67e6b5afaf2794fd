/**
 * What the page's Content-Security-Policy keeps from the gateway.
 * @returns the directive that blocks it, such as `frame-src`; undefined for anything else, and for a
 *   policy that only reports
 */
export const blockedDirective = (
  { blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent,
  gateway: string,
): string | undefined =>
  disposition !== 'report' && blockedURI.startsWith(gateway) ? effectiveDirective : undefined;
