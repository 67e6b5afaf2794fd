import Link from 'next/link';
import type { ReactNode } from 'react';
import '../../shop.css';

export const metadata = { title: 'A mug' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <nav>
          <Link href="/">Cart</Link>
          {/* Fetching it ahead would create a checkout for each shopper who looks at the cart. */}
          <Link href="/pay" prefetch={false}>
            Pay
          </Link>
        </nav>
        <main>{children}</main>
      </body>
    </html>
  );
}
