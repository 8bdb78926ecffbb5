/** SQL for the name of a row of `person`, or its email address if it has no name. */
export function nameSql(person: string): string {
  return `coalesce(nullif(${person}.full_name, ''), ${person}.email)`
}

/** SQL condition: the user with this id (an SQL expression) has turned on a second factor. */
export function hasSecondFactorSql(userId: string): string {
  return `exists (
    select from second_factor f where f.user_id = ${userId} and f.enabled_at is not null)`
}

/** SQL condition on a row of `listed` or `document`: its owner's account is not closed. */
export function ofOpenAccountSql(row: string): string {
  return `not exists (select from closed_account where user_no = ${row}.owner)`
}
