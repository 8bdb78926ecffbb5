import { LOAN_REFUSALS } from './loan-refusals.ts'
import { PASSWORD_REFUSALS } from './password-refusals.ts'
import { t } from './text/t.ts'
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
 * A refusal is an expected answer and therefore a value. Faults and bugs are thrown and have no
 * code. `{name}` in a message is replaced by that detail of the refusal.
 */
const refusals = {
  ...LOAN_REFUSALS,
  ...WITHDRAWAL_REFUSALS,
  'input.invalid': '400 Invalid Input | {reason}',
  'idempotency.key_invalid':
    '400 Invalid Idempotency-Key | An Idempotency-Key is a UUID: one for each submission, the same on every try.',
  'idempotency.key_reused':
    '422 Idempotency-Key Reused | This Idempotency-Key was used for another request. Use a new key for a new submission.',
  'rate.limited': '429 Too Many Requests | Too many requests. Try again in {retryAfterSeconds} s.',
  'route.unknown': '404 Not Found | There is nothing at this address.',
  'item.unknown': '404 Not Found | This item does not exist or is not yours.',
  'command.contended':
    '409 Already Changed | This changed while you were looking at it. Check it and try again.',

  'session.required': '401 Auth session missing! | Please log in to continue.',
  'session.expired': '401 Session Expired | Your session has ended. Please log in again.',
  'access.forbidden': '403 Forbidden | You have no access to this.',
  'access.own_account':
    '403 Own Account | Staff cannot manage their own account here. Ask another member of staff.',
  'access.own_request':
    '403 Own Request | Staff cannot review their own request. Ask another member of staff.',
  'account.disabled': '403 Account Disabled | Your account is disabled. Please contact support.',
  'account.not_empty':
    '409 Account Not Empty | Your account cannot be deleted yet. In the way: {summary}.',
  'account.closed': '409 Account Deleted | This account was deleted.',
  'device_proof.invalid': '400 invalid_dpop_proof | The header DPoP holds no valid proof.',
  'device_proof.nonce_required':
    '400 use_dpop_nonce | Sign the proof again, with the nonce in the header DPoP-Nonce.',
  'login.failed': '401 Login failed | Invalid login credentials',
  'login.unconfirmed':
    '403 Email Not Confirmed | Please confirm your email first. We have sent you the link again.',
  'login.second_factor_required':
    '401 Second Factor Required | Enter the 6-digit code of your authenticator app, or a recovery code.',
  'login.second_factor_wrong': '401 Wrong Code | That code is not right. Try the next one.',
  'staff.second_factor_required':
    '403 Second Factor Required | Staff need a second factor. Turn it on in your profile first.',
  'step_up.required':
    '403 Confirm It Is You | This needs a fresh proof that it is you. Confirm, and it is sent again.',
  'step_up.code_wrong': '400 Wrong Code | That code is not right. Try the next one.',
  'passkey.refused': '400 Passkey Not Accepted | This passkey was not accepted. Please try again.',
  'passkey.exists': '409 Passkey Exists | This passkey is on your account already.',
  'passkey.full':
    '409 Too Many Passkeys | Your account has {maximum} passkeys. Remove one that you no longer use.',
  'login.passkey_unknown':
    '401 Login failed | This passkey belongs to no account here. Log in with your password.',
  'second_factor.on': '409 Second Factor | Your second factor is on already.',
  'second_factor.off': '409 Second Factor | Your second factor is not on.',
  'second_factor.none': '409 Nothing Changed | This user has no second factor.',
  'second_factor.reset_waits':
    '409 Awaits Second Approval | The reset of this second factor awaits its second approval.',
  'second_factor.no_reset_waits': '409 Already Reviewed | This reset is decided already.',
  'user.unchanged': '409 Nothing Changed | The user is already {status}.',
  'user.unknown': '404 Not Found | User not found',
  'user.credit_score_out_of_range': '400 Invalid Input | Credit score must be between 0 and 850',
  'user.unconfirmed':
    '409 Email Not Confirmed | This user has not confirmed their email yet: their password takes effect then.',
  'user.staff_password': '403 Staff Account | Members of staff change their passwords themselves.',
  'user.staff_deletion':
    '409 Staff Account | Members of staff are disabled and not deleted: their decisions would lose their name.',
  'user.not_empty':
    '409 Account Not Empty | This user cannot be deleted yet. In the way: {summary}.',
  'adjustment.reason_required':
    '400 Missing Information | Please give a reason. The user reads it.',
  'adjustment.balance_changed':
    '409 Balance Changed | There are {actual} {symbol} available by now. Look at the balance again.',
  'adjustment.waiting':
    '409 Awaits Second Approval | An adjustment of this user awaits its second approval. Approve or reject it first.',
  'adjustment.none_waits': '409 Already Reviewed | This adjustment is decided already.',
  'adjustment.unchanged': '409 Nothing Changed | The balances are as you want them already.',
  'history.open': '409 Still Open | What waits or runs cannot be hidden from its owner.',
  'history.hidden': '409 Already Hidden | This entry is hidden already.',
  'token.invalid': '400 Link Not Valid | This link has expired or was used. Ask for a new one.',
  ...PASSWORD_REFUSALS,
  'password.same': '400 Same Password | Choose a password other than the current one.',
  'password.chosen_by_staff':
    '403 New Password Required | Our staff set this password. Choose one of your own first.',
  'password.wrong': '400 Wrong Password | The current password is not right.',

  'support.message_empty': '400 Missing Information | Write a message or choose a picture.',
  'support.read_already': '409 Nothing Changed | This message is marked as read already.',
  'support.not_urgent': '409 Nothing Changed | This conversation is not urgent.',
  'support.unchanged': '409 Nothing Changed | The conversation is already {status}.',

  'document.no_pages':
    '415 No Preview | Only PDFs and images are shown here. Download the file to open it.',
  'document.protected':
    '422 Protected File | This PDF is encrypted, so its pages cannot be shown. Download the file to open it.',
  'document.broken':
    '422 Broken File | This PDF is damaged, so its pages cannot be shown. Download the file to open it.',
  'document.too_complex':
    '422 No Preview | Showing this page takes too much time or memory. Download the file to open it.',

  'upload.missing': '400 Missing Information | Please choose a file for {field}.',
  'upload.too_large': '413 File Too Large | File "{file}" is too large. Maximum size is {maximum}.',
  'upload.not_image':
    '415 Not an Image | File "{file}" is not an image we can read. Use a JPEG, PNG, WebP or GIF.',
  'upload.not_document':
    '415 Unsupported File | File "{file}" is not a PDF, Word document, JPEG or PNG we can read.',
  'upload.active_content':
    '415 Unsupported File | File "{file}" contains macros, scripts, linked content or embedded files. Print it to a PDF and choose that.',
  'upload.protected':
    '415 Protected File | File "{file}" is encrypted. Save it without a password and choose it again.',
  'upload.too_many':
    '429 Too Many Uploads | Two of your files are still on their way. Try again when they have arrived.',
  'upload.too_slow':
    '408 Upload Too Slow | This took too long to arrive. Try again with a better connection.',
  'upload.unused_full':
    '413 Too Many Files | {maximum} of your files wait for a request that uses them. Unused files are deleted after 24 hours.',
  'upload.broken': '400 Broken File | File "{file}" is damaged or incomplete. Choose it again.',

  'balance.insufficient':
    '409 Insufficient Balance | Insufficient balance. Required: {required} {symbol}, available: {available} {symbol}',
  'price.stale': '503 Price not available | Price not available',
  'price.moved':
    '409 Price Moved | {symbol} is now at {current}, too far from {quoted}. Nothing has been done.',
  'terms.changed':
    '409 Terms Changed | The terms have changed: {field} is now {actual}. Look at them again before you submit.',

  'deposit.address_missing':
    '409 No Deposit Address | No deposit address available for selected cryptocurrency and network.',
  'deposit.address_version_unknown':
    '409 Deposit Address Changed | We do not know the deposit address that this request names. Look at the address again.',
  'deposit.below_minimum': '409 Invalid Amount | Minimum deposit is {minimum} {symbol}',
  'deposit.screenshot_required': '400 Missing Information | Screenshot is required',

  'review.already_decided': '409 Already Reviewed | This request is already {status}.',
  'approval.second_person':
    '409 Second Person Needed | You gave the first approval. A second person must approve it as well.',
  'review.claimed':
    '409 Already Claimed | {reviewer} is working on this request. Take it over before you decide on it.',
  'review.reason_required': '400 Missing Information | Please provide a rejection reason',

  'acknowledge.pending':
    '409 Not Reviewed Yet | This request is still pending; there is no result to acknowledge.',
  'acknowledge.repeated': '409 Already Acknowledged | You have acknowledged this already.',

  'address.network_unsupported': '400 Invalid Network | {symbol} cannot be deposited on {network}.',
  'address.unknown': '404 Unknown Address | There is no deposit address for {symbol} on {network}.',
  'address.exists':
    '409 Address Exists | There is a deposit address for {symbol} on {network} already. Edit that one.',
  'address.malformed': '400 Invalid Address | This is not a valid {network} address.',
  'address.unchanged': '409 Nothing Changed | The address already says this.',
  'address.of_customer':
    '409 Address of a Customer | A customer withdraws to this address. It cannot be an address of the platform.',
  'address.waiting':
    '409 Awaits Second Approval | A change of the {symbol} address awaits its second approval. Approve or reject it first.',
  'address.none_waits': '409 Already Reviewed | This change of an address is decided already.',

  'order.fields_missing': '400 Invalid Order | Please fill in all required fields.',
  'order.price_step': '400 Invalid Order | The price must be a multiple of {step}.',
  'order.amount_and_spend':
    '400 Invalid Order | Only a market order to buy can say what it spends, and then it names no amount.',
  'order.too_large': '400 Invalid Order | The order is too large.',
  'order.too_small': '400 Invalid Order | The order is too small.',
  'order.not_cancellable': '409 Cannot Cancel | This order is already {status}.',
  'order.awaiting_price':
    '503 Waiting for a Price | No price has been recorded since you approved. The order keeps waiting: approve it again.',
  'order.not_pending': '409 Already Reviewed | This order is already {status}.',

  'convert.same_asset': '400 Invalid Input | Choose two different assets.',
  'convert.balance_insufficient':
    '409 Insufficient Balance | Insufficient balance, Available: {available}',
  'convert.too_small': '400 Invalid Input | This would bring less than 0.00000001 {symbol}.',
  'convert.too_large': '400 Invalid Input | This amount is too large to convert.',
  'convert.above_quote_limit':
    '409 Above the Limit | One conversion may be worth up to {maximum} USDT. This one is worth {worth} USDT.',
  'convert.above_day_limit':
    '409 Above the Limit | You can convert up to {maximum} USDT in 24 hours. {left} USDT is left.',
  'convert.stablecoins_halted':
    '409 Conversions Halted | {symbol} is at {price} USDT. Stablecoins cannot be converted into each other until it is back within 1% of 1.',
  'convert.quote_unknown': '404 Quote Not Open | This is not your newest quote. Ask for a new one.',
  'convert.quote_used':
    '409 Already Converted | This quote has been used. Look at your conversions.',
  'convert.quote_expired': '409 Quote Expired | This quote has expired. Ask for a new one.',

  'futures.duration_unknown': '400 Invalid Input | There is no futures trade of {seconds} seconds.',
  'futures.stake_below_minimum': '409 Invalid Amount | Minimum trade amount is {minimum} {symbol}.',
  'futures.stake_above_maximum': '409 Invalid Amount | Maximum trade amount is {maximum} {symbol}.',
  'futures.price_moved':
    '409 Price Moved | The price is now {current}; you saw {seen}. Look at it again before you confirm.',
  'futures.paused':
    '503 Futures Paused | Prices arrive too rarely at the moment. Futures are offered again as soon as they come every 5 seconds.',
  'futures.user_limit':
    '409 Limit Reached | Your open trades may come to {maximum} {symbol} at most; {open} {symbol} is open now.',
  'futures.symbol_limit':
    '409 Limit Reached | The platform accepts no more risk on this pair at the moment. The largest trade possible is {largest} {symbol}.',
  'futures.opening':
    '409 Opening | This trade is not open yet: it waits for the next recorded price.',
  'futures.balance_insufficient': '409 Insufficient Balance | Insufficient balance.',
  'futures.running': '409 Still Running | This trade runs until {endsAt}.',
  'futures.awaiting_price':
    '409 Waiting for a Price | This trade is over and waits for the first recorded price. It is settled automatically.',
  'futures.settled': '409 Already Settled | This trade is settled already.',
  'futures.hidden': '409 Already Hidden | This trade is hidden already.',

  'stake.plan_unknown': '400 Invalid Input | There is no staking plan of {days} days.',
  'stake.amount_out_of_range':
    '409 Invalid Amount | Amount must be between {minimum} and {maximum} USDT',
  'stake.balance_insufficient':
    '409 Insufficient Balance | You only have {available} USDT available',
  'stake.completed': '409 Already Paid | This position is over and has been paid.',
  'stake.running': '409 Still Running | This position runs until {endsAt}.',

  'statement.period_invalid':
    '400 Invalid Period | A statement covers 1 to {maximum} days; its first day is not after its last.',
  'statement.too_long':
    '400 Statement Too Long | There are {lines} movements in this period. A statement holds {maximum}: choose fewer days.',

  'kyc.fields_missing': '400 Missing Information | Please fill in all required fields.',
  'kyc.documents_missing': '400 Missing Documents | Please upload all required documents.',
  'kyc.document_unknown':
    '400 Submission Failed | Failed to submit verification. Please try again.',
  'kyc.submitted_already': '409 Submission Failed | Your verification is already {status}.',
  'kyc.superseded':
    '409 Already Changed | This submission was replaced or reset. Look at the list again.',
  'kyc.verified_since':
    '409 Nothing Changed | The user has verified their identity since this was asked.',
  'kyc.verify_again':
    '409 Verification Needed | The user must verify their identity again first. Approve this once their new verification is approved.',
  'kyc.nothing_submitted': '409 Nothing Changed | There is no verification to reset.',
  'kyc.reveal_reason_required':
    '400 Missing Information | Please say why you need to see it. The reason is recorded with your name.',

  'reconciliation.running':
    '409 Checks Are Running | The checks of the ledger are running already. Their result is shown here when they are done.',
  'reconciliation.superseded':
    '409 Superseded | Another run of the checks has taken the place of this one.',

  'push.endpoint_refused':
    '400 Push Not Possible | This push address cannot be used. Turn notifications off and on again in this browser.',
  'notification.always_on':
    '409 Always On | This notification protects the account and cannot be switched off.',
  'busy.try_later': '503 Busy | We are very busy. Try again in a moment.',
  'service.unavailable':
    '503 Unavailable | We cannot reach our records right now. Try again in a moment.',
  'outcome.unknown':
    '504 No Answer | We could not see whether this arrived. Check your list; sending the same again is safe.',
} as const satisfies Record<string, `${Status} ${string} | ${string}`>

export type RefusalCode = keyof typeof refusals

export type RefusalDetails = Readonly<
  Record<string, string | number | boolean | readonly string[] | Readonly<Record<string, string>>>
>

/** The text of a refusal as the user reads it, with its details filled in. */
export function describeRefusal(code: RefusalCode, details: RefusalDetails = {}): RefusalText {
  const { status, title, message } = splitRefusal(code)
  const values = Object.entries(details).map(([name, detail]) => [
    name,
    groupThousands(String(detail)),
  ])
  return { status, title: t(title), message: t(message, Object.fromEntries(values)) }
}

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}

/** The messages of the catalogue that belong to the codes which `isWanted` names. */
export function refusalMessages(isWanted: (code: string) => boolean): string[] {
  return Object.keys(refusals)
    .filter((code): code is RefusalCode => isWanted(code))
    .flatMap((code) => {
      const { title, message } = splitRefusal(code)
      return [title, message]
    })
}

function splitRefusal(code: RefusalCode): RefusalText {
  const [head = '', message = ''] = refusals[code].split(' | ')
  return { status: Number(head.slice(0, 3)) as Status, title: head.slice(4), message }
}

/** Amounts read as on every screen: "1,000,000", not "1000000". */
function groupThousands(text: string): string {
  if (!/^\d+(\.\d+)?$/.test(text)) return text
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
