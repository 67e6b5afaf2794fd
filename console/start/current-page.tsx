/** The page of the address. */
import { AccountPage } from '../account/account-page.tsx';
import { path } from '../address/address.ts';
import { ApprovalsPage } from '../approvals/approvals-page.tsx';
import { ChannelPage } from '../channel/channel-page.tsx';
import { ChargebacksPage } from '../chargebacks/chargebacks-page.tsx';
import { CheckoutsPage } from '../checkouts/checkouts-page.tsx';
import { FunnelPage } from '../checkouts/funnel-page.tsx';
import { TokensPage } from '../developers/tokens-page.tsx';
import { Page } from '../parts/page.tsx';
import { PaymentPage } from '../payment/payment-page.tsx';
import { PaymentsPage } from '../payments/payments-page.tsx';
import { AdministratorsPage } from '../people/administrators-page.tsx';
import { RegistrationPage } from '../registrations/registration-page.tsx';
import { RegistrationsPage } from '../registrations/registrations-page.tsx';
import { RequestsPage } from '../requests/requests-page.tsx';
import { SchedulesPage } from '../schedules/schedules-page.tsx';
import { SettlementPage } from '../settlement/settlement-page.tsx';
import { TodayPage } from '../today/today-page.tsx';
import { DeliveryPage } from '../webhooks/delivery-page.tsx';
import { WebhookPage } from '../webhooks/webhook-page.tsx';
import { WebhooksPage } from '../webhooks/webhooks-page.tsx';
import { t } from '../words/language.ts';

const PAGES: Readonly<Record<string, () => preact.ComponentChild>> = {
  '/': () => <TodayPage />,
  '/payments': () => <PaymentsPage />,
  '/checkouts': () => <CheckoutsPage />,
  '/checkouts/funnel': () => <FunnelPage />,
  '/registrations': () => <RegistrationsPage />,
  '/schedules': () => <SchedulesPage />,
  '/chargebacks': () => <ChargebacksPage />,
  '/settlement': () => <SettlementPage />,
  '/approvals': () => <ApprovalsPage />,
  '/channel': () => <ChannelPage />,
  '/tokens': () => <TokensPage />,
  '/webhooks': () => <WebhooksPage />,
  '/requests': () => <RequestsPage />,
  '/account': () => <AccountPage />,
  '/administrators': () => <AdministratorsPage />,
};

const PAYMENT = /^\/payments\/([^/]+)$/;
const WEBHOOK = /^\/webhooks\/([^/]+)$/;
const DELIVERY = /^\/webhooks\/([^/]+)\/deliveries\/([^/]+)$/;
const REGISTRATION = /^\/registrations\/([^/]+)$/;

export function CurrentPage() {
  const at = path.value;
  const page = Object.hasOwn(PAGES, at) ? PAGES[at] : undefined;
  if (page) return page();
  const [, id] = PAYMENT.exec(at) ?? [];
  if (id) return <PaymentPage key={id} id={id} />;
  const [, webhook] = WEBHOOK.exec(at) ?? [];
  if (webhook) return <WebhookPage key={webhook} id={webhook} />;
  const [, teller, delivery] = DELIVERY.exec(at) ?? [];
  if (teller && delivery) return <DeliveryPage key={delivery} webhookId={teller} id={delivery} />;
  const [, saved] = REGISTRATION.exec(at) ?? [];
  if (saved) return <RegistrationPage key={saved} id={saved} />;
  return (
    <Page title={t('noPage')}>
      <p>{t('noPageText')}</p>
      <p>
        <a href="/">{t('today')}</a>
      </p>
    </Page>
  );
}
