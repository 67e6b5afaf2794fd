/** Addresses that no call to a merchant may reach: this machine, private networks, and the like. */
import { BlockList, isIPv6 } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4');
}
/** Of IPv6 only what is routed in the internet, without what stands for an IPv4 address. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_IPV6 = new BlockList();
SPECIAL_IPV6.addSubnet('2001::', 23, 'ipv6');
SPECIAL_IPV6.addSubnet('2001:db8::', 32, 'ipv6');
SPECIAL_IPV6.addSubnet('2002::', 16, 'ipv6');
SPECIAL_IPV6.addSubnet('3fff::', 20, 'ipv6');

/** @param address an IP address, not a name */
export function isPrivateAddress(address: string): boolean {
  if (!isIPv6(address)) return PRIVATE.check(address, 'ipv4');
  return !GLOBAL_IPV6.check(address, 'ipv6') || SPECIAL_IPV6.check(address, 'ipv6');
}
