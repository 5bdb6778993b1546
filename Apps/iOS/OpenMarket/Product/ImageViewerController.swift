import MarketClient
import MarketTexts
import MarketViewModels
import UIKit

/// The pictures of a product in the whole window: pages, pinch, double tap. The zoom transition closes it with a swipe
/// down.
final class ImageViewerController: ViewController {
    private let model: ProductModel<Drawing>
    private let texts: ScreenTexts
    private let pages: PicturePager
    private let placeLabel = UILabel(.footnote, .white, lines: 1)

    init(_ model: ProductModel<Drawing>, texts: ScreenTexts, images: ImageLoader<ImageIODecoder>, at index: Int) {
        self.model = model
        self.texts = texts
        pages = PicturePager(model, retryTitle: texts.interface[.tryAgain], whole: images) { _ in }
        super.init(title: nil)
        modalPresentationStyle = .fullScreen
        model.showImage(index)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        pages.frame = view.bounds
        pages.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        let close = closeButton
        view.addSubview(pages)
        view.add(placeLabel, close) {
            close.leadingAnchor.constraint(equalTo: view.safeAreaLayoutGuide.leadingAnchor, constant: 8)
            close.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8)
            close.widthAnchor.constraint(greaterThanOrEqualToConstant: 44)
            close.heightAnchor.constraint(greaterThanOrEqualToConstant: 44)
            placeLabel.centerXAnchor.constraint(equalTo: view.centerXAnchor)
            placeLabel.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor, constant: -16)
        }
        observeModels()
    }

    override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }

    /// VoiceOver's two-finger scrub closes the viewer.
    override func accessibilityPerformEscape() -> Bool {
        dismiss(animated: true)
        return true
    }

    override func render() {
        pages.render()
        placeLabel.text = model.place
    }

    private var closeButton: UIButton {
        var configuration = UIButton.Configuration.plain()
        configuration.image = UIImage(systemName: "xmark")
        configuration.baseForegroundColor = .white
        let button = UIButton(
            configuration: configuration,
            primaryAction: UIAction { [weak self] _ in
                self?.dismiss(animated: true)
            }
        )
        button.accessibilityLabel = texts.interface.sentence(.close)
        return button
    }
}
