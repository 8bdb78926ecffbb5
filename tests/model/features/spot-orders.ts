import fc from 'fast-check'
import {
  spotOrders as aggregate,
  approveSpotOrder,
  cancelSpotOrder,
  movedBy,
  rejectSpotOrder,
} from '#server/features/spot-orders/decider.ts'
import { placeSpotOrder } from '#server/features/spot-orders/placement-decider.ts'
import { divideUnits, formatUnits, parseUnits } from '#shared/money.ts'
import {
  act,
  amountOf,
  type MoneyFeature,
  reviewer,
  sum,
  which,
  who,
  worthAt,
} from '../money-feature.ts'

const placed = fc.record({
  user: who,
  side: fc.constantFrom('buy', 'sell'),
  orderType: fc.constantFrom('limit', 'market'),
  price: fc.constantFrom('60000', '59999.99', '0.01', '1000000', '60000.001'),
  amount: sum('0.1', '0.00012345', '2'),
  /** A market buy then states the sum to spend. */
  spends: fc.boolean(),
})
const reviewed = fc.record({ item: which, reviewer })
/** The price that is recorded after the approval; undefined: none. */
const approved = fc.record({
  item: which,
  reviewer,
  next: fc.oneof(
    { arbitrary: fc.constantFrom('60000', '60000.01', '59001.23456789', '61199.99'), weight: 4 },
    { arbitrary: fc.constantFrom('62000', undefined), weight: 1 },
  ),
})

export const spotOrders: MoneyFeature = {
  aggregate,
  decides: { SpotOrderExecuted: 'SpotOrderPlaced', SpotOrderRejected: 'SpotOrderPlaced' },
  acts: {
    place: act(placed, async (turn, { user, side, orderType, price, amount, spends }) => {
      const owner = turn.user(user)
      const [usdt, btc] = [await turn.available(owner, 'USDT'), await turn.available(owner, 'BTC')]
      const affordable = divideUnits(usdt, parseUnits(price), 'down')
      const isSpending = spends && side === 'buy' && orderType === 'market'
      const most = isSpending ? usdt : affordable
      const asked = amountOf(amount, side === 'sell' ? btc : most)
      const size = { [isSpending ? 'spend' : 'amount']: formatUnits(parseUnits(asked)) }
      return turn.open(aggregate, owner, async () => {
        const current = turn.current('BTC')
        const available = {
          USDT: await turn.available(owner, 'USDT'),
          BTC: await turn.available(owner, 'BTC'),
        }
        return placeSpotOrder(
          {
            userId: owner.userId,
            userNo: String(owner.userNo),
            symbol: 'BTC/USDT',
            side,
            orderType,
            ...size,
            price: orderType === 'limit' ? price : null,
          },
          {
            at: turn.at,
            available: (symbol) => available[symbol as keyof typeof available],
            current,
            quotable: current ? [current] : [],
          },
        )
      })
    }),
    approve: act(approved, (turn, { item, reviewer, next: price }) => {
      const reviewerId = turn.reviewer(reviewer)
      const { at } = turn
      const live = price
        ? { id: turn.world.newId(), source: 'model', price, at }
        : turn.current('BTC')
      return turn.on(
        aggregate,
        item,
        (state) => {
          const worth = worthAt(turn, movedBy(state, live))
          return approveSpotOrder(state, { reviewerId, at, worth, live })
        },
        reviewerId,
      )
    }),
    reject: act(reviewed, (turn, { item, reviewer }) => {
      const reviewerId = turn.reviewer(reviewer)
      return turn.on(
        aggregate,
        item,
        (state) => rejectSpotOrder(state, null, { reviewerId, at: turn.at }),
        reviewerId,
      )
    }),
    cancel: act(which, (turn, item) =>
      turn.on(aggregate, item, (state, { owner }) =>
        cancelSpotOrder(state, { userId: owner.userId, at: turn.at }),
      ),
    ),
  },
}
