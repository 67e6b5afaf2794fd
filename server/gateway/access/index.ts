/** Who may what: access tokens, administrators, and the audit log of who did what. The door of this room: others enter by it. */
export {
  type AccessToken,
  auditExpiredTokens,
  auditMisuse,
  endToken,
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
  type AdministratorChange,
  addAdministrator,
  administratorOf,
  changeAdministrator,
  changeAdministratorIn,
  isAtLeast,
  listAdministrators,
  noKeyOf,
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
export { endCredentials, forgetAdministrator } from './forget-administrator.ts';
