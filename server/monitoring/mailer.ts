/** E-mails to the operator, handed over to the SMTP server that the configuration names. */
import { createTransport } from 'nodemailer';
import type { SendMail } from '../gateway/context.ts';

/** A server that hangs is given up after this long. */
const TIME_LIMIT_MS = 10_000;

export interface SmtpSettings {
  /** `smtp:` or `smtps:` address; holds a password. */
  readonly url: string;
  readonly from: string;
  /** Several with commas between them. */
  readonly to: string;
}

/** Each mail has a connection of its own: there are a few a day. */
export function createMailer({ url, from, to }: SmtpSettings): SendMail {
  const limits = {
    connectionTimeout: TIME_LIMIT_MS,
    greetingTimeout: TIME_LIMIT_MS,
    socketTimeout: TIME_LIMIT_MS,
  };
  return async (mail) => {
    const transport = createTransport({ url, ...limits });
    try {
      await transport.sendMail({ ...mail, from, to });
    } finally {
      transport.close();
    }
  };
}
