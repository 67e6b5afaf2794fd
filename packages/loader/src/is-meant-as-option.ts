/**
 * Whether a name that is no option was meant to be one. What HTML has, frameworks add, or a page keeps for itself
 * is not. The inspector of a test channel names the nearest option.
 */
export const isMeantAsOption = (name: string): boolean =>
  !/^(class|tabindex|data-|aria-|ng-|v-|_)/.test(name) &&
  !(name.toLowerCase() in HTMLElement.prototype);
