import type { ReactNode } from 'react'
import { Card } from '#pwa/ui/card.tsx'
import { CopyableCode } from '#pwa/ui/copy-button.tsx'
import { Disclosure } from '#pwa/ui/disclosure.tsx'
import { Fact } from '#pwa/ui/fact.tsx'
import { Money } from '#pwa/ui/money.tsx'
import type { ReserveAddress } from '#shared/contract/reserves.ts'
import { formatDateTime } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'

interface ReserveCardProps {
  reserve: ReserveAddress
  /** The actions of staff. */
  actions?: ReactNode
}

/** One address with its balance and a signature by its key that anyone can check. */
export function ReserveCard({ reserve, actions }: ReserveCardProps) {
  const { symbol, network, address, message, signature, balance } = reserve
  const title = t('{symbol} on {network}', { symbol, network })
  return (
    <Card title={title} label={`${title} ${address}`}>
      <div className="flex flex-col gap-3">
        <CopyableCode text={address} label={t('Copy address')} />
        <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
          <Fact label={t('Balance')}>
            {balance ? <Money amount={balance.amount} symbol={symbol} /> : t('Not entered yet')}
          </Fact>
          {balance && (
            <>
              <Fact label={t('As of')}>
                <time dateTime={balance.as_of} className="num">
                  {formatDateTime(balance.as_of)}
                </time>
              </Fact>
              <Fact label={t('Source')}>
                <bdi>{balance.source}</bdi>
              </Fact>
            </>
          )}
        </dl>
        <Disclosure title={t('Message and signature')}>
          <div className="flex flex-col gap-3">
            <p className="text-fg-3 text-xs">
              {t('Check them with any wallet that verifies signed messages.')}
            </p>
            <CopyableCode text={message} label={t('Copy message')} />
            <CopyableCode text={signature} label={t('Copy signature')} />
          </div>
        </Disclosure>
        {actions}
      </div>
    </Card>
  )
}
