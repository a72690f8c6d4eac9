const { Segmenter } = Intl

/**
 * Stands in for `Intl.Segmenter` in the bundle. Effect makes one while it loads, to measure texts of help: 12 ms of CPU
 * time. This makes it for the first text.
 */
export class LazySegmenter implements Intl.Segmenter {
  static supportedLocalesOf(...parameters: Parameters<typeof Segmenter.supportedLocalesOf>): Array<string> {
    return Segmenter.supportedLocalesOf(...parameters)
  }
  readonly #parameters: ConstructorParameters<typeof Segmenter>
  #made: Intl.Segmenter | undefined
  constructor(...parameters: ConstructorParameters<typeof Segmenter>) {
    this.#parameters = parameters
  }
  get #segmenter(): Intl.Segmenter {
    return (this.#made ??= new Segmenter(...this.#parameters))
  }
  segment(text: string): Intl.Segments {
    return this.#segmenter.segment(text)
  }
  resolvedOptions(): Intl.ResolvedSegmenterOptions {
    return this.#segmenter.resolvedOptions()
  }
}
