/** In SQL, of the document of a verification: staff have asked its owner to verify again. */
export function mustVerifyAgainSql(kyc: string): string {
  return `(${kyc}.data -> 'reopened') is not null`
}

/** In SQL: joins the verification of each person `p` as `k`. A person who submitted none has none. */
export const JOIN_VERIFICATION = `left join document k on k.stream = 'kyc-' || p.user_id::text`

/** In SQL, of what {@link JOIN_VERIFICATION} joins: kyc_status, must_verify_again. */
export const VERIFICATION_COLUMNS = `coalesce(k.status, 'not_submitted') as kyc_status,
  ${mustVerifyAgainSql('k')} as must_verify_again`
