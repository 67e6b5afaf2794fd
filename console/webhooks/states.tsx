/** How a webhook and a delivery are, in a word with its sign. */
import type { DeliveryState, WebhookInfo, WebhookState } from '../../contract/admin-api.ts';
import { Badge, type Tone } from '../parts/notice.tsx';
import { t } from '../words/language.ts';
import { fromTheLeft } from '../words/numbers.ts';

export const WEBHOOK_TONES: Readonly<Record<WebhookState, Tone>> = {
  active: 'good',
  failing: 'bad',
  paused: 'wait',
  ended: 'bad',
  unconfirmed: 'wait',
};

export const DELIVERY_STATES = [
  'waiting',
  'delivered',
  'given_up',
] as const satisfies readonly DeliveryState[];

const DELIVERY_TONES: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'wait',
  delivered: 'good',
  given_up: 'bad',
};

export const WebhookBadge = ({ state }: { state: WebhookState }) => (
  <Badge tone={WEBHOOK_TONES[state]}>{t(`webhookState.${state}`)}</Badge>
);

export const DeliveryBadge = ({ state }: { state: DeliveryState }) => (
  <Badge tone={DELIVERY_TONES[state]}>{t(`deliveryState.${state}`)}</Badge>
);

/** Its address, or what stands for those that requests name. */
export const addressOf = ({ url }: Pick<WebhookInfo, 'url'>): string =>
  url === null ? t('notificationUrls') : fromTheLeft(url);

/** What has not arrived. */
export const backlogInWords = ({ waiting, givenUp }: Pick<WebhookInfo, 'waiting' | 'givenUp'>) =>
  `${t('messagesWait', { count: waiting })} ${t('messagesGivenUp', { count: givenUp })}`;
