import Foundation
import MarketViewModels
import UIKit

/// One picture, shown whole: dissolving in when it arrives, with a button to try again if it doesn't.
final class GalleryCell: CollectionViewCell {
    private let zoom = ZoomingScrollView()
    private let retryButton = UIButton(configuration: .tinted())
    private var retry: (() -> Void)?
    private var enlarging: Task<Void, Never>?

    /// The address of the picture.
    var url: URL? {
        didSet { if url != oldValue { stopEnlarging() } }
    }
    /// Loads the picture whole, which is shown as soon as it is enlarged.
    var loadWhole: () async -> Drawing? = { nil }

    override init(frame: CGRect) {
        super.init(frame: frame)
        zoom.frame = contentView.bounds
        zoom.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        contentView.addSubview(zoom)
        zoom.didEnlarge = { [weak self] in self?.showWhole() }
        retryButton.on(.primaryActionTriggered) { [weak self] in self?.retry?() }
        contentView.add(retryButton) {
            retryButton.centerXAnchor.constraint(equalTo: contentView.centerXAnchor)
            retryButton.centerYAnchor.constraint(equalTo: contentView.centerYAnchor)
        }
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        stopEnlarging()
        zoom.image = nil
    }

    private func stopEnlarging() {
        enlarging?.cancel()
        enlarging = nil
    }

    private func showWhole() {
        guard enlarging == nil, zoom.image != nil else { return }
        enlarging = Task { [weak self, loadWhole] in
            let drawing = await loadWhole()
            guard !Task.isCancelled, let self else { return }
            guard let drawing else {
                // It is tried again when the picture is enlarged again.
                enlarging = nil
                return
            }
            zoom.image = UIImage(cgImage: drawing.image)
        }
    }

    /// Whether the picture is enlarged with two fingers and a double tap; otherwise taps go to the list.
    var isZoomable: Bool {
        get { zoom.isUserInteractionEnabled }
        set { zoom.isUserInteractionEnabled = newValue }
    }

    func show(
        _ state: ImageSlot<Drawing>.State,
        label: String,
        retryTitle: String,
        retry: @escaping () -> Void
    ) {
        self.retry = retry
        zoom.label = label
        switch state {
        case .waiting:
            stopEnlarging()
            zoom.image = nil
            retryButton.isHidden = true
        case .loaded(let drawing):
            retryButton.isHidden = true
            dissolve(to: UIImage(cgImage: drawing.image))
        case .failed:
            zoom.image = nil
            retryButton.isHidden = false
            retryButton.configuration?.title = retryTitle
        }
    }

    private func dissolve(to image: UIImage) {
        // A picture that is shown whole isn't replaced by the smaller one.
        guard enlarging == nil, zoom.image?.cgImage !== image.cgImage else { return }
        guard zoom.image == nil else { return zoom.image = image }
        dissolve { self.zoom.image = image }
    }
}
