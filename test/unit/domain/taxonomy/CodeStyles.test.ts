import { assert, describe, it } from "@effect/vitest"
import { findStyleBreaks, type StyledCode } from "../../../../src/domain/taxonomy/CodeStyles.ts"

const published = (...codes: ReadonlyArray<string>): ReadonlyArray<StyledCode> =>
  codes.map((code) => ({ code, isNew: false, isDeprecated: false }))
const deprecated = (...codes: ReadonlyArray<string>): ReadonlyArray<StyledCode> =>
  codes.map((code) => ({ code, isNew: false, isDeprecated: true }))
const added = (...codes: ReadonlyArray<string>): ReadonlyArray<StyledCode> =>
  codes.map((code) => ({ code, isNew: true, isDeprecated: false }))

describe("findStyleBreaks", () => {
  it("finds a new code in another case than the published ones", () => {
    assert.deepStrictEqual(findStyleBreaks([...published("FILM", "MUSIC", "RADIO", "STAGE"), ...added("book")]), [
      { code: "book", others: ["FILM", "MUSIC", "RADIO"], styled: "BOOK" }
    ])
    assert.deepStrictEqual(findStyleBreaks([...published("film", "music", "radio"), ...added("BOOK")]), [
      { code: "BOOK", others: ["film", "music", "radio"], styled: "book" }
    ])
  })

  it("finds a new code with another separator", () => {
    const models = published("FEATURE_FILM", "SHORT_FILM", "LIVE_SHOW")
    assert.deepStrictEqual(findStyleBreaks([...models, ...added("GAME-SHOW", "TALK_SHOW", "OPERA", "A-B.C")]), [
      { code: "GAME-SHOW", others: ["FEATURE_FILM", "SHORT_FILM", "LIVE_SHOW"], styled: "GAME_SHOW" }
    ])
  })

  it("separates the words of a code in camel case", () => {
    const models = published("FEATURE-FILM", "SHORT_FILM", "LIVE_SHOW", "STAGE")
    assert.deepStrictEqual(
      findStyleBreaks([...models, ...added("gameShow", "talk-ShowHost")]).map(({ code, styled }) => [code, styled]),
      [
        ["gameShow", "GAME_SHOW"],
        ["talk-ShowHost", "TALK-SHOW-HOST"]
      ]
    )
  })

  it("mends both the case and the separator", () => {
    const models = published("FEATURE_FILM", "SHORT_FILM", "LIVE_SHOW")
    assert.deepStrictEqual(
      findStyleBreaks([...models, ...added("game.show")]).map(({ styled }) => styled),
      ["GAME_SHOW"]
    )
  })

  it("accepts every style where fewer than three codes agree, or where two styles are in use", () => {
    assert.deepStrictEqual(findStyleBreaks([...published("FILM", "MUSIC"), ...added("book")]), [])
    assert.deepStrictEqual(findStyleBreaks([...published("FILM", "MUSIC", "RADIO", "stage"), ...added("book")]), [])
    assert.deepStrictEqual(findStyleBreaks([...published("Film", "Music", "Radio"), ...added("book")]), [])
    assert.deepStrictEqual(findStyleBreaks([...published("1", "2", "3", "4"), ...added("book")]), [])
    assert.deepStrictEqual(findStyleBreaks(published("FILM", "MUSIC", "RADIO", "stage")), [])
  })

  it("lets new codes set the style of a list without one", () => {
    assert.deepStrictEqual(findStyleBreaks(added("FILM", "MUSIC", "RADIO", "book")), [
      { code: "book", others: ["FILM", "MUSIC", "RADIO"], styled: "BOOK" }
    ])
    assert.deepStrictEqual(findStyleBreaks([...published("FILM", "MUSIC"), ...added("RADIO", "book")]), [
      { code: "book", others: ["FILM", "MUSIC", "RADIO"], styled: "BOOK" }
    ])
    assert.deepStrictEqual(findStyleBreaks(added("FILM", "MUSIC", "RADIO", "book", "stage")), [])
  })

  it("leaves deprecated codes and codes without letters out", () => {
    assert.deepStrictEqual(
      findStyleBreaks([...deprecated("film"), ...published("1", "FILM", "MUSIC", "RADIO"), ...added("book")]),
      [{ code: "book", others: ["FILM", "MUSIC", "RADIO"], styled: "BOOK" }]
    )
    assert.deepStrictEqual(findStyleBreaks([...deprecated("FILM", "MUSIC", "RADIO"), ...added("book")]), [])
  })

  it("finds every new code that published codes contradict", () => {
    assert.deepStrictEqual(
      findStyleBreaks([...published("FILM", "MUSIC", "RADIO"), ...added("book", "stage")]).map(({ code }) => code),
      ["book", "stage"]
    )
  })
})
