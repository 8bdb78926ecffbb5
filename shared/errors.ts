import { FILE_REFUSALS } from './file-refusals.ts'
import { LOAN_REFUSALS } from './loan-refusals.ts'
import { PASSWORD_REFUSALS } from './password-refusals.ts'
import { writeDetail } from './refusal-details.ts'
import { type Text, t } from './text/t.ts'
import { TRADING_REFUSALS } from './trading-refusals.ts'
import { WITHDRAWAL_REFUSALS } from './withdrawal-refusals.ts'

type Status = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 422 | 429 | 503 | 504

interface RefusalText {
  readonly status: Status
  readonly title: string
  readonly message: string
}

/**
 * Every refusal that a user can get: a stable code, then "status title | message".
 *
 * A refusal is an expected result and therefore a value. Faults and bugs are thrown and have no
 * code. `{name}` in a message is replaced by that detail of the refusal; refusal-details.ts says
 * how each is written.
 */
const refusals = {
  ...LOAN_REFUSALS,
  ...WITHDRAWAL_REFUSALS,
  'input.invalid': '400 Invalid Input | {reason}',
  'idempotency.key_invalid':
    '400 Invalid Idempotency-Key | An Idempotency-Key is a UUID. Use one for each submission, and the same one for every attempt.',
  'idempotency.key_reused':
    '422 Idempotency-Key Reused | This Idempotency-Key was used for another request. Use a new key for a new submission.',
  'rate.limited':
    '429 Too Many Requests | Too many requests. Try again in {retryAfterSeconds, plural, one {# second} other {# seconds}}.',
  'route.unknown': '404 Not Found | There is nothing at this address.',
  'item.unknown': '404 Not Found | This item does not exist or is not yours.',
  'reserve.network_unsupported': '400 Invalid Network | {symbol} is not held on {network}.',
  'reserve.exists':
    '409 Address Exists | This address is already among the reserves of this asset.',
  'reserve.message_old':
    '409 Message Expired | This message has expired. Sign the one that is shown now.',
  'reserve.not_signed':
    '409 Not Signed | The key of this address has not signed this message. Check the address, the message and the signature.',
  'reserve.in_future': '409 Date in the Future | A balance cannot be dated in the future.',
  'document.altered':
    '409 Does Not Match | The stored request does not match the event log, so nothing was decided. On the server, npm run verify:ledger names what differs, and npm run rebuild -- document restores it.',
  'command.contended':
    '409 Already Changed | This changed while you were looking at it. Check it and try again.',

  'session.required': '401 Auth session missing! | Please log in to continue.',
  'session.expired': '401 Session Expired | Your session has ended. Please log in again.',
  'access.forbidden': '403 Forbidden | You do not have access to this.',
  'access.own_account':
    '403 Your Own Account | Staff cannot manage their own account here. Ask another member of staff.',
  'access.own_request':
    '403 Your Own Request | Staff cannot review their own request. Ask another member of staff.',
  'access.recorded_earlier':
    '409 Requested Earlier | Your earlier request can no longer be repeated. Make a new request, so that this viewing is recorded too.',
  'account.disabled': '403 Account Disabled | Your account is disabled. Please contact support.',
  'account.not_empty':
    '409 Account Not Empty | Your account cannot be deleted yet. It still has funds, open positions, pending requests or an unpaid loan.',
  'account.recent_staff':
    '409 Staff Account | Your account can be deleted {days, plural, one {# day} other {# days}} after you stopped being a member of staff.',
  'account.closed': '409 Account Deleted | This account was deleted.',
  'device_proof.invalid': '400 invalid_dpop_proof | The header DPoP contains no valid proof.',
  'device_proof.nonce_required':
    '400 use_dpop_nonce | Sign the proof again, with the nonce in the header DPoP-Nonce.',
  'login.failed': '401 Login failed | Invalid login credentials',
  'login.unconfirmed':
    '403 Email Not Confirmed | Please confirm your email first. We have sent you the link again.',
  'login.second_factor_required':
    '401 Second Factor Required | Enter the 6-digit code from your authenticator app, or a recovery code.',
  'login.second_factor_wrong':
    '401 Wrong Code | This code is not correct. Enter the code that your authenticator app shows now, or check the recovery code.',
  'staff.second_factor_required':
    '403 Second Factor Required | Staff need a second factor. Turn it on under Profile first.',
  'step_up.required':
    '403 Confirm It Is You | Please confirm that it is you. Your request is then sent again.',
  'step_up.code_wrong':
    '400 Wrong Code | This code is not correct. Enter the code that your authenticator app shows now, or check the recovery code.',
  'passkey.refused': '400 Passkey Not Accepted | This passkey was not accepted. Please try again.',
  'passkey.exists': '409 Passkey Exists | This passkey is already on your account.',
  'passkey.full':
    '409 Too Many Passkeys | Your account already has the maximum of {maximum, plural, one {# passkey} other {# passkeys}}. Remove one that you no longer use.',
  'login.passkey_unknown':
    '401 Login failed | This passkey does not belong to any account. Log in with your password.',
  'second_factor.on': '409 Second Factor | Your second factor is already on.',
  'second_factor.off': '409 Second Factor | Your second factor is not on.',
  'second_factor.none': '409 Nothing Changed | This user has no second factor.',
  'second_factor.reset_waits':
    '409 Awaits Second Approval | The reset of this second factor is already waiting for its second approval.',
  'second_factor.no_reset_waits': '409 Already Reviewed | This reset has already been decided.',
  'user.unchanged':
    '409 Nothing Changed | {status, select, active {The user is already enabled.} disabled {The user is already disabled.} confirmed {The email of this user is already confirmed.} signed_up {The user has already signed up.} second_factor_on {The second factor of this user is already on.} second_factor_off {This user has no second factor.} passkey_present {This passkey is already on the account.} passkey_missing {This passkey is not on the account.} same_score {The credit score already has this value.} other {The user already has this role.}}',
  'user.unknown': '404 Not Found | User not found',
  'user.credit_score_out_of_range': '400 Invalid Input | Credit score must be between 0 and 850',
  'user.unconfirmed':
    '409 Email Not Confirmed | This user has not confirmed their email yet. Their own password takes effect when they do.',
  'user.staff_password': '403 Staff Account | Members of staff must change their own passwords.',
  'user.staff_deletion':
    '409 Staff Account | Members of staff cannot be deleted, because their decisions must keep a name. Disable the account instead.',
  'user.own_traces':
    '403 Another Person Needed | You credited this user in the last {days, plural, one {day} other {# days}}, or changed how they log in within the last {signInDays, plural, one {day} other {# days}}. Another member of staff must delete the account.',
  'user.not_empty':
    '409 Account Not Empty | This user cannot be deleted yet. The account still has funds, open positions, pending requests or an unpaid loan.',
  'adjustment.reason_required':
    '400 Missing Information | Please give a reason. The user can read it.',
  'adjustment.balance_changed':
    '409 Balance Changed | The available balance is now {actual} {symbol}. Check it and try again.',
  'adjustment.waiting':
    '409 Awaits Second Approval | An adjustment for this user is waiting for its second approval. Approve or reject it first.',
  'adjustment.none_waits': '409 Already Reviewed | This adjustment has already been decided.',
  'adjustment.unchanged': '409 Nothing Changed | The balances already have these values.',
  'history.open': '409 Still Open | Pending requests and running trades cannot be hidden.',
  'history.hidden': '409 Already Hidden | This entry is already hidden.',
  'token.invalid':
    '400 Link Not Valid | This link has expired or has already been used. Request a new one.',
  ...PASSWORD_REFUSALS,
  'password.same': '400 Same Password | Choose a password that is different from your current one.',
  'password.chosen_by_staff':
    '403 New Password Required | Our staff set your password. Choose a new one before you continue.',
  'password.wrong': '400 Wrong Password | The current password is not correct.',

  'support.message_empty': '400 Missing Information | Write a message or choose an image.',
  'support.too_many_unread':
    '409 Too Many Messages | Our staff have not read {maximum, plural, one {your last message yet. Write again once they have read it.} other {your last # messages yet. Write again once they have read them.}}',
  'support.read_already': '409 Nothing Changed | This message is already marked as read.',
  'support.not_urgent': '409 Nothing Changed | This conversation is not urgent.',
  'support.unchanged':
    '409 Nothing Changed | {status, select, open {The conversation is already open.} other {The conversation is already closed.}}',

  ...FILE_REFUSALS,

  'balance.insufficient':
    '409 Insufficient Balance | Insufficient balance. Required: {required} {symbol}, available: {available} {symbol}',
  'price.stale': '503 Price not available | Price not available',
  'price.moved':
    '409 Price Moved | The price of {symbol} is now {current}, which is too far from {quoted}. Nothing has been executed.',
  'terms.changed':
    '409 Terms Changed | The terms have changed. Check them again before you submit.',

  'deposit.address_missing':
    '409 No Deposit Address | No deposit address available for selected cryptocurrency and network.',
  'deposit.address_version_unknown':
    '409 Deposit Address Changed | We do not know the deposit address in this request. Check the address again.',
  'deposit.below_minimum': '409 Invalid Amount | Minimum deposit is {minimum} {symbol}',
  'deposit.too_many_waiting':
    '409 Too Many Deposits | You have reached the maximum of {maximum, plural, one {# pending deposit} other {# pending deposits}}. Keep your screenshot, and report this deposit once one of them is decided.',
  'deposit.screenshot_required': '400 Missing Information | Screenshot is required',

  'request.too_many_rejected':
    '409 Too Many Rejections | We have rejected {maximum, plural, one {# submission} other {# submissions}} of this kind within {hours, plural, one {# hour} other {# hours}}, which is the maximum. Read the reasons, ask support if one is not clear, and submit again after {until}.',

  'review.already_decided':
    '409 Already Reviewed | {status, select, approved {This request is already approved.} rejected {This request is already rejected.} cancelled {This request is already cancelled.} executed {This request is already executed.} other {This request is no longer pending.}}',
  'approval.second_person':
    '409 Second Person Needed | You gave the first approval. A second person must approve it as well.',
  'approval.outdated':
    '409 Proposal Outdated | This was proposed more than {days, plural, one {# day} other {# days}} ago, or its author has since been disabled or lost the staff role. Reject it and propose it again.',
  'review.claimed':
    '409 Already Claimed | {reviewer} is working on this request. Take it over before you decide on it.',
  'review.effect_changed':
    '409 Check Again | Nothing has been decided. {takes, select, yes {Your approval would now take effect at once: check the request again.} applies {This adjustment would now take effect at once: check it again.} proposes {This adjustment would now wait for a second person.} other {Your approval would now be the first of two. If you have already sent the coins, say so in your notes.}}',
  'review.owner_disabled':
    '409 Account Disabled | The account of this user is disabled. Enable it before you approve this, or reject the request.',
  'review.reason_required': '400 Missing Information | Please provide a rejection reason',

  'acknowledge.pending':
    '409 Not Reviewed Yet | This request is still pending, so there is no result yet.',
  'acknowledge.repeated': '409 Already Acknowledged | You have already acknowledged this.',

  'address.network_unsupported': '400 Invalid Network | {symbol} cannot be deposited on {network}.',
  'address.unknown': '404 Unknown Address | There is no deposit address for {symbol} on {network}.',
  'address.exists':
    '409 Address Exists | There is already a deposit address for {symbol} on {network}. Edit that one.',
  'address.malformed': '400 Invalid Address | This is not a valid {network} address.',
  'address.unchanged': '409 Nothing Changed | The address has not changed.',
  'address.of_customer':
    '409 Address of a Customer | A customer withdraws to this address, so it cannot be a deposit address of the platform.',
  'address.waiting':
    '409 Awaits Second Approval | A change of the {symbol} address is waiting for its second approval. Approve or reject it first.',
  'address.none_waits':
    '409 Already Reviewed | This change of an address has already been decided.',

  ...TRADING_REFUSALS,

  'stake.plan_unknown':
    '400 Invalid Input | There is no staking plan of {days, plural, one {# day} other {# days}}.',
  'stake.amount_out_of_range':
    '409 Invalid Amount | Amount must be between {minimum} and {maximum} USDT',
  'stake.balance_insufficient':
    '409 Insufficient Balance | You only have {available} USDT available',
  'stake.completed': '409 Already Paid | This position is over and has been paid.',
  'stake.running': '409 Still Running | This position runs until {endsAt}.',

  'statement.period_invalid':
    '400 Invalid Period | A statement covers 1 to {maximum, plural, one {# day} other {# days}}, and its first day cannot be after its last.',
  'statement.too_long':
    '400 Statement Too Long | {lines, plural, one {There is # movement} other {There are # movements}} in this period. A statement can hold {maximum}. Choose fewer days.',

  'kyc.fields_missing': '400 Missing Information | Please fill in all required fields.',
  'kyc.documents_missing': '400 Missing Documents | Please upload all required documents.',
  'kyc.document_unknown':
    '400 Submission Failed | Failed to submit verification. Please try again.',
  'kyc.submitted_already':
    '409 Submission Failed | {status, select, approved {Your verification is already approved.} other {Your verification is already pending.}}',
  'kyc.too_many_name_changes':
    '409 Submission Failed | Your verification was reset {maximum, plural, one {# time} other {# times}} within {hours, plural, one {# hour} other {# hours}} because you changed your name, which is the maximum. You can submit it again after {until}.',
  'kyc.superseded':
    '409 Already Changed | This submission was replaced or reset. Check the list again.',
  'kyc.verified_since':
    '409 Nothing Changed | The user has already verified their identity since then.',
  'kyc.verify_again':
    '409 Verification Needed | The user must verify their identity again first. Approve this once their new verification is approved.',
  'kyc.nothing_submitted': '409 Nothing Changed | There is no verification to reset.',
  'kyc.reveal_reason_required':
    '400 Missing Information | Please say why you need to see it. The reason is recorded with your name.',

  'reconciliation.running':
    '409 Checks Are Running | The checks of the ledger are already running. The result is shown here when they are done.',
  'liabilities.running':
    '409 Already Being Made | A statement of liabilities is already being made. It is shown here when it is published.',
  'liabilities.superseded': '409 Superseded | A newer statement has replaced this one.',
  'reconciliation.superseded': '409 Superseded | A newer run of the checks has replaced this one.',

  'push.endpoint_refused':
    '400 Push Not Possible | This push address cannot be used. Turn notifications off and on again in this browser.',
  'notification.always_on':
    '409 Always On | This notification protects your account and cannot be turned off.',
  'busy.try_later': '503 Busy | We are very busy. Try again in a moment.',
  'service.unavailable':
    '503 Unavailable | We cannot reach our records right now. Try again in a moment.',
  'outcome.unknown':
    '504 No Answer | We do not know whether this arrived. Check your list. You can safely send it again.',
} as const satisfies Record<string, `${Status} ${string} | ${string}`>

export type RefusalCode = keyof typeof refusals

/** The details of a refusal that select a plural form in its text: `{days, plural, …}`. */
export type CountedDetail<Code extends RefusalCode> = CountedIn<(typeof refusals)[Code]>

type CountedIn<Message extends string> = Message extends `${infer Before}, plural, ${infer After}`
  ? LastSlot<Before> | CountedIn<After>
  : never

type LastSlot<Before extends string> = Before extends `${string}{${infer After}`
  ? After extends `${string}{${string}`
    ? LastSlot<After>
    : After
  : never

export type RefusalDetails = Readonly<
  Record<
    string,
    string | number | boolean | readonly (string | Text)[] | Readonly<Record<string, string>>
  >
>

/** The text of a refusal as the user reads it, with its details filled in. */
export function describeRefusal(code: RefusalCode, details: RefusalDetails = {}): RefusalText {
  const { status, title, message } = splitRefusal(code)
  const values = Object.entries(details).map(([name, detail]) => {
    const isCounted = typeof detail === 'number' && message.includes(`{${name}, plural`)
    return [name, isCounted ? detail : writeDetail(name, detail)]
  })
  return { status, title: t(title), message: t(message, Object.fromEntries(values)) }
}

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}

/** The messages of the catalogue that belong to refusals. */
export function refusalMessages(): string[] {
  return Object.keys(refusals).flatMap((code) => {
    const { title, message } = splitRefusal(code as RefusalCode)
    return [title, message]
  })
}

function splitRefusal(code: RefusalCode): RefusalText {
  const [head = '', message = ''] = refusals[code].split(' | ')
  return { status: Number(head.slice(0, 3)) as Status, title: head.slice(4), message }
}
