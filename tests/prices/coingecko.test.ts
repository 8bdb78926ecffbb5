import { describe, expect, it } from 'vitest'
import { createCoinGeckoSource } from '#server/prices/sources/coingecko.ts'
import { listen, openMarket } from '#tests/prices/market.ts'
import { eventually } from '#tests/support/wait.ts'

const PATH = '/api/v3/simple/price'

/** Raw text, because a float would lose digits. */
const ANSWER = `{
  "bitcoin": {"usd":67187.3358936566123,"usd_24h_vol":31260929299.52484,
              "usd_24h_change":3.637278946773539,"last_updated_at":1711356300},
  "dogecoin": {"usd":1.5e-1,"usd_24h_vol":null,"usd_24h_change":null,"last_updated_at":1711356299},
  "pepe": {"usd":1,"last_updated_at":1711356300}
}`

describe('CoinGecko, and the rules that every REST source follows', () => {
  it('reads exact prices, of listed assets only', async () => {
    const market = await openMarket()
    market.respond(PATH, (query, reply) => {
      expect(query).toMatchObject({ vs_currencies: 'usd', precision: 'full' })
      return reply.type('application/json').send(ANSWER)
    })
    const readings = listen(createCoinGeckoSource(market.options))
    await eventually(() => expect(readings.length).toBeGreaterThanOrEqual(2))
    expect(readings.slice(0, 2)).toEqual([
      {
        symbol: 'BTC',
        price: '67187.3358936566123',
        atMs: 1_711_356_300_000,
        change24h: '3.63727894',
        volume24h: '31260929299.52484',
        traded: '0',
      },
      {
        symbol: 'DOGE',
        price: '1.5e-1',
        atMs: 1_711_356_299_000,
        change24h: null,
        volume24h: null,
        traded: '0',
      },
    ])
  })

  it('converts dollars into USDT at its own rate of USDT', async () => {
    const market = await openMarket()
    const at = '"last_updated_at":1711356300'
    market.respond(PATH, (_query, reply) =>
      reply
        .type('application/json')
        .send(
          `{"bitcoin": {"usd":60000,${at}}, "usd-coin": {"usd":0.96,${at}}, "tether": {"usd":0.98,${at}}}`,
        ),
    )
    const readings = listen(createCoinGeckoSource(market.options))
    await eventually(() => expect(readings.length).toBeGreaterThanOrEqual(2))
    expect(readings.slice(0, 2)).toMatchObject([
      { symbol: 'BTC', price: '61224.48979591' },
      { symbol: 'USDC', price: '0.97959183' },
    ])
  })

  it('honours Retry-After', async () => {
    let nowMs = Date.now()
    const market = await openMarket(() => nowMs)
    let responses = 0
    market.respond(PATH, (_query, reply) => {
      responses += 1
      if (responses > 1) return reply.type('application/json').send(ANSWER)
      return reply
        .code(429)
        .header('retry-after', '1')
        .send({ status: { error_code: 429 } })
    })
    const readings = listen(createCoinGeckoSource(market.options))
    await eventually(() => expect(market.faults).toContain('status 429, told to wait 1000 ms'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(market.asked).toHaveLength(1)
    nowMs += 1_000
    await eventually(() => expect(readings.length).toBeGreaterThanOrEqual(2))
  })

  it('stops polling a market that keeps failing, and reports it', async () => {
    const market = await openMarket()
    market.respond(PATH, (_query, reply) => reply.code(500).send({}))
    listen(createCoinGeckoSource(market.options))
    await eventually(() => expect(market.faults).toContain('circuit open'))
    expect(market.asked).toHaveLength(5)
  })

  it.each([
    ['an unknown shape', '{"bitcoin":{"usd":"a lot"}}', /unknown shape/],
    ['invalid JSON', '<html>busy</html>', /SyntaxError/],
  ])('ignores a response with %s', async (_, body, fault) => {
    const market = await openMarket()
    market.respond(PATH, (_query, reply) => reply.type('application/json').send(body))
    const readings = listen(createCoinGeckoSource(market.options))
    await eventually(() => expect(market.faults[0]).toMatch(fault))
    expect(readings).toEqual([])
  })

  it('times out on a slow response', async () => {
    const market = await openMarket()
    market.respond(PATH, () => new Promise(() => {}))
    listen(createCoinGeckoSource(market.options))
    await eventually(() => expect(market.faults[0]).toMatch(/TimeoutError/))
  })

  it('does not follow redirects', async () => {
    const market = await openMarket()
    market.respond(PATH, (_query, reply) => reply.redirect('/elsewhere'))
    listen(createCoinGeckoSource(market.options))
    await eventually(() => expect(market.faults.length).toBeGreaterThanOrEqual(1))
    expect(market.asked.every((url) => url.startsWith(PATH))).toBe(true)
  })
})
