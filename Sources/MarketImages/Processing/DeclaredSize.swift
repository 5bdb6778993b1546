internal import MarketCore
internal import MarketModels

/// The size that a file declares, held against the bounds.
enum DeclaredSize {
    static func check(width: Int, height: Int) throws(ImageError) {
        // What is not an Int any more is too much as well.
        let product = width.multipliedReportingOverflow(by: height)
        guard !product.overflow, product.partialValue <= ImageLimits.maximumPixelCount else {
            throw .tooManyPixels(width: width, height: height, maximum: ImageLimits.maximumPixelCount)
        }
        guard max(width, height) <= ImageLimits.maximumSide else {
            throw .tooLongSide(width: width, height: height, maximum: ImageLimits.maximumSide)
        }
    }
}
