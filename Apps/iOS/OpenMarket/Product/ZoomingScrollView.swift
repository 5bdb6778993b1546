import UIKit

/// A picture that is enlarged with two fingers, or with a double tap where the finger was.
final class ZoomingScrollView: UIScrollView {
    private static let enlarged = 3.0

    /// Called when the picture has been enlarged.
    var didEnlarge: () -> Void = {}

    private let imageView = UIImageView()
    /// The size for which the picture was laid out.
    private var shownSize = CGSize.zero

    override init(frame: CGRect) {
        super.init(frame: frame)
        delegate = self
        minimumZoomScale = 1
        maximumZoomScale = Self.enlarged * 2
        showsHorizontalScrollIndicator = false
        showsVerticalScrollIndicator = false
        imageView.contentMode = .scaleAspectFit
        imageView.isAccessibilityElement = true
        imageView.accessibilityTraits = .image
        addSubview(imageView)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The screen has no storyboard.")
    }

    var image: UIImage? {
        get { imageView.image }
        set {
            imageView.image = newValue
            if newValue == nil { setZoomScale(1, animated: false) }
        }
    }

    /// What VoiceOver says of the picture.
    var label: String? {
        get { imageView.accessibilityLabel }
        set { imageView.accessibilityLabel = newValue }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard shownSize != bounds.size else { return }
        shownSize = bounds.size
        // After a rotation, the picture is shown whole again: enlarged, it would keep its place of before.
        setZoomScale(1, animated: false)
        imageView.frame = CGRect(origin: .zero, size: bounds.size)
        contentSize = bounds.size
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        guard let touch = touches.first, touch.tapCount == 2 else { return }
        toggleZoom(at: touch.location(in: imageView))
    }

    private func toggleZoom(at point: CGPoint) {
        let isAnimated = !UIAccessibility.isReduceMotionEnabled
        guard zoomScale == 1 else { return setZoomScale(1, animated: isAnimated) }
        let size = CGSize(width: bounds.width / Self.enlarged, height: bounds.height / Self.enlarged)
        let origin = CGPoint(x: point.x - size.width / 2, y: point.y - size.height / 2)
        zoom(to: CGRect(origin: origin, size: size), animated: isAnimated)
    }
}

extension ZoomingScrollView: UIScrollViewDelegate {
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { imageView }

    func scrollViewDidZoom(_ scrollView: UIScrollView) {
        if zoomScale > 1 { didEnlarge() }
    }
}
