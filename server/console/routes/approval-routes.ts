/** `/admin/v1/approvals`: refunds that wait for another administrator. */
import type { FastifyInstance } from 'fastify';
import type { Approval, Operated } from '../../../contract/admin-api.ts';
import { findPayment } from '../../gateway/records/index.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { AdminFailure } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit } from '../console-context.ts';
import { once } from '../keyed.ts';
import {
  decide,
  type OwnApproval,
  ownApproval,
  presentApproval,
  waitingApprovals,
} from '../payments/approvals.ts';
import { carryOut } from '../payments/operate.ts';
import { ownPayment } from '../payments/own-payment.ts';
import { may, need } from '../permissions.ts';
import { endpoint } from '../reference/endpoint.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

interface OfApproval {
  Params: { id: string };
}

export function approvalRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db } = context.gateway;

  app.get(
    '/admin/v1/approvals',
    endpoint({
      id: 'list-approvals',
      group: 'Approvals',
      title: 'Refunds that wait for another administrator',
      needs: 'payments.read',
      answer: 'Approval[]',
    }),
    async (request): Promise<Approval[]> => {
      const session = context.signedIn(request);
      return waitingApprovals(context, session);
    },
  );

  const decideWithAudit = async (
    trx: Transaction,
    session: SignedIn,
    approval: OwnApproval,
    to: 'approved' | 'rejected',
  ) => {
    if (!(await decide(trx, approval, session, to))) return;
    const payment = to === 'rejected' ? await findPayment(trx, approval.paymentId) : undefined;
    const { obstacle } = presentApproval(approval, payment);
    await noteInAudit(context, trx, session, {
      action: `refund ${to}`,
      subject: approval.paymentId,
      detail: { approval: approval.id, askedBy: approval.askedBy, ...(obstacle && { obstacle }) },
    });
  };

  app.post<OfApproval>(
    '/admin/v1/approvals/:id/approve',
    endpoint({
      id: 'approve-refund',
      group: 'Approvals',
      title: 'Approves a refund, and makes it',
      needs: 'refunds.approve',
      answer: 'Operated',
    }),
    async (request): Promise<Operated> => {
      const session = context.signedIn(request);
      const approval = await ownApproval(context, session, request.params.id);
      if (approval.askedBy === session.name) {
        throw new AdminFailure(
          'forbidden',
          'another administrator has to approve what you asked for',
        );
      }
      const own = await ownPayment(context, session, approval.paymentId);
      // The refund has the approval's id, so repeated requests make one refund.
      return once(context, session, approval.id, 'approve', async () => {
        const wanted = { ...own, name: 'refund' as const };
        const { id, amount } = approval;
        const decided = (trx: Transaction) => decideWithAudit(trx, session, approval, 'approved');
        return { payment: await carryOut(context, session, wanted, amount, id, decided) };
      });
    },
  );

  app.post<OfApproval>(
    '/admin/v1/approvals/:id/reject',
    endpoint({
      id: 'reject-refund',
      group: 'Approvals',
      title: 'Rejects a refund',
      description:
        'For those who may approve it, and the one who has asked. So ends also what is no longer possible.',
      needs: 'session',
      answer: 'Approval',
    }),
    async (request): Promise<Approval> => {
      const session = context.signedIn(request);
      const approval = await ownApproval(context, session, request.params.id);
      if (approval.askedBy !== session.name && !may(session.role, 'refunds.approve')) {
        need(session, 'refunds.approve');
      }
      await inTransaction(db, (trx) => decideWithAudit(trx, session, approval, 'rejected'));
      return presentApproval(await ownApproval(context, session, approval.id));
    },
  );
}
