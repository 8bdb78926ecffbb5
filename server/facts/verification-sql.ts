/** SQL condition on the document of a verification: staff asked its owner to verify again. */
export function mustVerifyAgainSql(kyc: string): string {
  return `(${kyc}.data -> 'reopened') is not null`
}

/** SQL that joins the verification of each person `p` as `k`, if they submitted one. */
export const JOIN_VERIFICATION = `left join document k on k.stream = 'kyc-' || p.user_id::text`

/** SQL columns of the row joined by {@link JOIN_VERIFICATION}: kyc_status, must_verify_again. */
export const VERIFICATION_COLUMNS = `coalesce(k.status, 'not_submitted') as kyc_status,
  ${mustVerifyAgainSql('k')} as must_verify_again`
