/** The text of a Pix QR code that is paid once (EMV QR code, as the central bank of Brazil has it). */

/** Each part says what it is and how long. */
const part = (id: string, value: string): string =>
  `${id}${String(value.length).padStart(2, '0')}${value}`;

/** Letters that every bank's app reads. */
const plain = (text: string, length: number): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]/g, '')
    .trim()
    .slice(0, length) || 'SHOP';

export interface Pix {
  /** Decimal string with two decimals. */
  readonly amount: string;
  readonly merchant: string;
  readonly city: string;
  /** Where the shopper's bank asks for the charge, without its scheme; up to 77 characters. */
  readonly address: string;
}

export function pixCode({ amount, merchant, city, address }: Pix): string {
  const text = [
    part('00', '01'),
    // It can be paid once.
    part('01', '12'),
    part('26', part('00', 'br.gov.bcb.pix') + part('25', address)),
    part('52', '0000'),
    part('53', '986'),
    part('54', amount),
    part('58', 'BR'),
    part('59', plain(merchant, 25)),
    part('60', plain(city, 15)),
    // The charge itself has its id.
    part('62', part('05', '***')),
    '6304',
  ].join('');
  return text + crc16(text);
}

/** CRC-16/CCITT-FALSE, four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
