/** The status of an answer, with its sign. */
import { Badge } from '../parts/notice.tsx';

export const StatusBadge = ({ status }: { status: number }) => (
  <Badge tone={status >= 400 ? 'bad' : 'good'}>{status}</Badge>
);
