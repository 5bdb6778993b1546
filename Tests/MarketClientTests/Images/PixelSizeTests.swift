import MarketClient
import Testing

/// By how much an image is made smaller for a box.
@Suite struct PixelSizeTests {
    @Test(arguments: [
        // Wide and high images in a square: whole, or so that it is covered.
        (2000.0, 1000.0, 0.1, 0.2), (1000.0, 2000.0, 0.1, 0.2), (1000.0, 1000.0, 0.2, 0.2),
        // Nothing is enlarged: to cover the square, a narrow image stays as it is.
        (100.0, 50.0, 1.0, 1.0), (100.0, 2000.0, 0.1, 1.0),
    ])
    func imageIsAsLargeAsItIsShown(width: Double, height: Double, fitting: Double, filling: Double) {
        let fit = PixelSize(width: 200, height: 200)
        let fill = PixelSize(width: 200, height: 200, mode: .fill)
        #expect(fit.scale(imageWidth: width, imageHeight: height) == fitting)
        #expect(fill.scale(imageWidth: width, imageHeight: height) == filling)
        #expect(fit != fill, "they are cached apart")
    }

    @Test func boxIsNeverEmpty() {
        #expect(PixelSize(width: 0, height: -3) == PixelSize(width: 1, height: 1))
    }
}
