const { Segmenter } = Intl

/** Stands in for `Intl.Segmenter` in the bundle. Effect makes one while it loads; that alone takes longer than all else. */
export class LazySegmenter {
  readonly #options: ConstructorParameters<typeof Segmenter>
  #segmenter: Intl.Segmenter | undefined
  constructor(...options: ConstructorParameters<typeof Segmenter>) {
    this.#options = options
  }
  segment(text: string): Intl.Segments {
    return (this.#segmenter ??= new Segmenter(...this.#options)).segment(text)
  }
}
