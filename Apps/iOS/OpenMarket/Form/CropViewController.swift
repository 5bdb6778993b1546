import MarketTexts
import MarketViewModels
import UIKit

/// Shows a picture in a square, in which it is moved and enlarged, and hands over what the square shows.
final class CropViewController: ViewController {
    private static let enlarged = 6.0

    private let image: UIImage
    private let didChoose: (UIImage) -> Void
    private let scrollView = UIScrollView()
    private let imageView: UIImageView
    /// The side of the square at the last layout.
    private var side = 0.0

    /// - Parameter didChoose: called with the part.
    init(_ image: UIImage, interface: InterfaceTexts, didChoose: @escaping (UIImage) -> Void) {
        self.image = image
        self.didChoose = didChoose
        imageView = UIImageView(image: image)
        super.init(title: interface[.crop])
        navigationItem.leftBarButtonItem = UIBarButtonItem(interface[.cancel]) { [weak self] in
            self?.dismiss(animated: true)
        }
        navigationItem.rightBarButtonItem = UIBarButtonItem(interface[.apply]) { [weak self] in self?.choose() }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        // A drag moves the picture, not the sheet.
        isModalInPresentation = true
        scrollView.delegate = self
        scrollView.maximumZoomScale = Self.enlarged
        scrollView.showsHorizontalScrollIndicator = false
        scrollView.showsVerticalScrollIndicator = false
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.backgroundColor = .secondarySystemBackground
        imageView.isAccessibilityElement = true
        imageView.accessibilityTraits = .image
        imageView.accessibilityLabel = title
        scrollView.addSubview(imageView)
        let room = view.safeAreaLayoutGuide
        let widest = scrollView.widthAnchor.constraint(equalTo: room.widthAnchor)
        // On its side, the phone is wider than high.
        widest.priority = .defaultHigh
        view.add(scrollView) {
            widest
            scrollView.widthAnchor.constraint(lessThanOrEqualTo: room.widthAnchor)
            scrollView.heightAnchor.constraint(equalTo: scrollView.widthAnchor)
            scrollView.heightAnchor.constraint(lessThanOrEqualTo: room.heightAnchor)
            scrollView.centerXAnchor.constraint(equalTo: room.centerXAnchor)
            scrollView.centerYAnchor.constraint(equalTo: room.centerYAnchor)
        }
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        guard scrollView.bounds.width != side else { return }
        side = scrollView.bounds.width
        let shortest = min(image.size.width, image.size.height)
        guard shortest > 0 else { return }
        // The shorter side fills the square, from whose middle the choice begins, as lists cut it.
        scrollView.setZoomScale(1, animated: false)
        let drawn = CGSize(width: image.size.width * side / shortest, height: image.size.height * side / shortest)
        imageView.frame = CGRect(origin: .zero, size: drawn)
        scrollView.contentSize = drawn
        scrollView.contentOffset = CGPoint(x: (drawn.width - side) / 2, y: (drawn.height - side) / 2)
    }

    private func choose() {
        guard let whole = image.cgImage else { return }
        let part = SquarePart(
            scrollView.bounds,
            drawn: scrollView.contentSize,
            width: whole.width,
            height: whole.height
        )
        guard let cut = whole.cropping(to: part.rectangle) else { return }
        dismiss(animated: true)
        didChoose(UIImage(cgImage: cut))
    }
}

extension CropViewController: UIScrollViewDelegate {
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { imageView }
}
