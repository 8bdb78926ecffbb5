/** Refusals of withdrawals and what protects them: see errors.ts. */
export const WITHDRAWAL_REFUSALS = {
  'withdrawal.fields_missing':
    '400 Missing Information | Please fill in both amount and wallet address.',
  'withdrawal.network_unsupported':
    '400 Invalid Network | {symbol} cannot be withdrawn on {network}.',
  'withdrawal.balance_insufficient':
    '409 Insufficient Balance | You have {available} {symbol} available but trying to withdraw {amount} {symbol}',
  'withdrawal.platform_address':
    '409 Our Own Address | This is one of our deposit addresses: your withdrawal would come back to us. Enter an address of your own.',
  'withdrawal.address_not_saved':
    '409 Address Not Saved | Your allowlist is on: withdrawals go only to saved addresses. Save this one, and it can be used {hours} hours later.',
  'withdrawal.address_too_new':
    '409 Address Too New | Your allowlist is on, and “{label}” is new. It can be used from {from}.',
  'withdrawal.on_hold':
    '409 Withdrawals On Hold | Your password or second factor was changed. To protect you, nothing can be withdrawn until {until}.',
  'withdrawal.frozen':
    '409 Withdrawals Frozen | The link in one of our emails froze your withdrawals. Nothing can be withdrawn until {until}.',
  'withdrawal.owner_froze':
    '409 Withdrawals Frozen | The user froze all withdrawals by the link in a mail. This one cannot be approved until {until}.',
  'allowlist.unchanged': '409 Nothing Changed | Your allowlist is already {status}.',
  'freeze.link_unknown': '400 Link Not Valid | Open the link just as it is in the email.',
  'freeze.link_used': '409 Link Used | This link was used on {at}, and works once.',
  'freeze.link_expired': '409 Link Expired | This link expired on {at}, and froze nothing.',
  'freeze.too_many':
    '409 Not Frozen | Links froze your withdrawals {count} times in {days} days, which is the most that they can. Contact support: staff can stop your withdrawals.',
  'withdrawal.not_cancellable': '409 Cannot Cancel | This request is already {status}.',
  'withdrawal.in_review':
    '409 In Review | Staff are working on this withdrawal, so it cannot be cancelled now.',
  'saved_address.exists':
    '409 Address Exists | This address is in your address book already, as “{label}”.',
  'saved_address.label_taken': '409 Label Taken | There is an address under this label already.',
  'saved_address.full':
    '409 Address Book Full | Your address book holds {maximum} addresses and is full.',
} as const
