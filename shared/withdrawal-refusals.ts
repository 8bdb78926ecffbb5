/** Refusals of withdrawals and what protects them: see errors.ts. */
export const WITHDRAWAL_REFUSALS = {
  'withdrawal.fields_missing':
    '400 Missing Information | Please fill in both amount and wallet address.',
  'withdrawal.network_unsupported':
    '400 Invalid Network | {symbol} cannot be withdrawn on {network}.',
  'withdrawal.balance_insufficient':
    '409 Insufficient Balance | You have {available} {symbol} available but trying to withdraw {amount} {symbol}',
  'withdrawal.too_many_waiting':
    '409 Too Many Withdrawals | You have {maximum, plural, one {# withdrawal that is} other {# withdrawals that are}} pending, or that you submitted and cancelled in the last {hours, plural, one {hour} other {# hours}}, which is the maximum. Try again once one of them is decided. Cancelled ones stop counting {hours, plural, one {# hour} other {# hours}} after you submitted them.',
  'withdrawal.platform_address':
    '409 Our Own Address | This is one of our deposit addresses, so your withdrawal would come back to us. Enter an address of your own.',
  'withdrawal.address_not_saved':
    '409 Address Not Saved | Your allowlist is on, so you can withdraw only to saved addresses. Save this address, and you can use it {hours, plural, one {# hour} other {# hours}} later.',
  'withdrawal.address_too_new':
    '409 Address Too New | Your allowlist is on, and “{label}” is new. You can use it from {from}.',
  'withdrawal.on_hold':
    '409 Withdrawals On Hold | The way you log in was changed. To protect you, withdrawals are on hold until {until}.',
  'withdrawal.frozen':
    '409 Withdrawals Frozen | The link in one of our emails froze your withdrawals. You cannot withdraw anything until {until}.',
  'withdrawal.owner_froze':
    '409 Withdrawals Frozen | The user froze all withdrawals with the link in an email. This one cannot be approved until {until}.',
  'allowlist.unchanged':
    '409 Nothing Changed | {status, select, on {Your allowlist is already on.} off {Your allowlist is already off.} other {Your allowlist is already being turned off.}}',
  'freeze.link_unknown': '400 Link Not Valid | Open the link exactly as it is in the email.',
  'freeze.link_used': '409 Link Used | This link was used on {at}. It works only once.',
  'freeze.link_expired':
    '409 Link Expired | This link expired on {at}. It did not freeze anything.',
  'freeze.too_many':
    '409 Not Frozen | Your withdrawals were already frozen {count, plural, one {# time} other {# times}} in {days, plural, one {# day} other {# days}}, which is the maximum. Contact support to stop your withdrawals.',
  'withdrawal.not_cancellable':
    '409 Cannot Cancel | {status, select, approved {This request is already approved.} rejected {This request is already rejected.} other {This request is already cancelled.}}',
  'withdrawal.being_sent':
    '409 Already Being Sent | A colleague started to send these coins at {since}. For {hours, plural, one {# hour} other {# hours}}, only they can decide on this. After that, others may approve it, or record that nothing was sent.',
  'withdrawal.approve_first':
    '409 Two Approvals | Two people must approve this withdrawal. Approve it first: the second person sends the coins.',
  'withdrawal.not_being_sent': '409 Not Being Sent | Staff are not sending these coins.',
  'withdrawal.in_review':
    '409 In Review | Our staff are reviewing this withdrawal, so it cannot be cancelled now.',
  'saved_address.exists':
    '409 Address Exists | This address is already in your address book as “{label}”.',
  'saved_address.label_taken': '409 Label Taken | You already have an address with this label.',
  'saved_address.full':
    '409 Address Book Full | Your address book is full. It can hold {maximum, plural, one {# address} other {# addresses}}.',
} as const
