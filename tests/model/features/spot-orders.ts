import fc from 'fast-check'
import {
  spotOrders as aggregate,
  approveSpotOrder,
  cancelSpotOrder,
  movedBy,
  placeSpotOrder,
  rejectSpotOrder,
} from '#server/features/spot-orders/decider.ts'
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
})
const reviewed = fc.record({ item: which, reviewer })

export const spotOrders: MoneyFeature = {
  aggregate,
  decides: { SpotOrderExecuted: 'SpotOrderPlaced', SpotOrderRejected: 'SpotOrderPlaced' },
  acts: {
    place: act(placed, async (turn, { user, side, orderType, price, amount }) => {
      const owner = turn.user(user)
      const [usdt, btc] = [await turn.available(owner, 'USDT'), await turn.available(owner, 'BTC')]
      const affordable = divideUnits(usdt, parseUnits(price), 'down')
      const asked = amountOf(amount, side === 'buy' ? affordable : btc)
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
            amount: formatUnits(parseUnits(asked)),
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
    approve: act(reviewed, (turn, { item, reviewer }) => {
      const reviewerId = turn.reviewer(reviewer)
      return turn.on(
        aggregate,
        item,
        (state) =>
          approveSpotOrder(state, {
            reviewerId,
            at: turn.at,
            worth: worthAt(turn, movedBy(state)),
            live: turn.current('BTC'),
          }),
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
