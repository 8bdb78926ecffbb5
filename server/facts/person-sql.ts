/** In SQL, of a row of `person`: the name, or the e-mail address of a person who has none. */
export function nameSql(person: string): string {
  return `coalesce(nullif(${person}.full_name, ''), ${person}.email)`
}

/** In SQL: whether the user of an id, itself an expression, has turned a second factor on. */
export function hasSecondFactorSql(userId: string): string {
  return `exists (
    select from second_factor f where f.user_id = ${userId} and f.enabled_at is not null)`
}

/** In SQL, of a row of `listed` or `document`: its owner's account is not closed. */
export function ofOpenAccountSql(row: string): string {
  return `not exists (select from closed_account where user_no = ${row}.owner)`
}
