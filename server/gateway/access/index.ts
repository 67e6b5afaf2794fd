/** What other rooms and routes use of this room. */
export {
  type AccessToken,
  auditExpiredTokens,
  auditMisuse,
  findToken,
  isNetwork,
  issueToken,
  listTokens,
  type Misuse,
  misuseOf,
  nameOfToken,
  noteUse,
  revokeToken,
  SCOPES,
  type Scope,
  type TokenTerms,
} from './access-tokens.ts';
export {
  AccessError,
  type Administrator,
  addAdministrator,
  administratorOf,
  changeAdministrator,
  isAtLeast,
  listAdministrators,
  ROLES,
  type Role,
  renewKey,
} from './administrators.ts';
export {
  type AuditHead,
  appendAudit,
  audit,
  auditEntries,
  auditHead,
  latestEntries,
  verifyAudit,
} from './audit-log.ts';
