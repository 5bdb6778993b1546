import Foundation
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// A picture of the strip with its ×, or one that is still being prepared.
final class FormPictureCell: CollectionViewCell {
    /// What people do with a picture.
    struct Actions {
        let remove: () -> Void
        /// Asks for a square part of the picture.
        let crop: () -> Void
        /// Moves the picture by a number of places.
        let move: (Int) -> Void
    }

    private let imageView = UIImageView()
    private let badge = UILabel()
    private let warning = UIImageView(image: UIImage(systemName: "exclamationmark.triangle.fill"))
    private let removeButton = UIButton(configuration: .plain())
    private let cropButton = UIButton(configuration: .plain())
    private let progressView = UIProgressView(progressViewStyle: .default)
    private let spinner = UIActivityIndicatorView(style: .medium)
    private var shown: FormImage?
    private var loading: Task<Void, Never>?
    private var remove: () -> Void = {}
    private var crop: () -> Void = {}

    override init(frame: CGRect) {
        super.init(frame: frame)
        contentView.backgroundColor = .secondarySystemBackground
        contentView.layer.cornerRadius = 8
        contentView.clipsToBounds = true
        imageView.contentMode = .scaleAspectFill
        imageView.frame = contentView.bounds
        imageView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        contentView.addSubview(imageView)
        addBadge()
        addButton(removeButton, symbol: "xmark.circle.fill") { [weak self] in self?.remove() }
        addButton(cropButton, symbol: "crop") { [weak self] in self?.crop() }
        NSLayoutConstraint.activate([
            removeButton.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
            cropButton.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
        ])
        addWarning()
        contentView.add(spinner, progressView) {
            progressView.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 8)
            progressView.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -8)
            progressView.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -8)
            spinner.centerXAnchor.constraint(equalTo: contentView.centerXAnchor)
            spinner.centerYAnchor.constraint(equalTo: contentView.centerYAnchor)
        }
        isAccessibilityElement = true
        accessibilityTraits = .image
    }

    private func addBadge() {
        badge.font = .preferredFont(forTextStyle: .caption2)
        badge.textColor = .white
        badge.backgroundColor = UIColor.black.withAlphaComponent(0.6)
        badge.textAlignment = .center
        contentView.add(badge) {
            badge.leadingAnchor.constraint(equalTo: contentView.leadingAnchor)
            badge.trailingAnchor.constraint(equalTo: contentView.trailingAnchor)
            badge.bottomAnchor.constraint(equalTo: contentView.bottomAnchor)
        }
    }

    private func addWarning() {
        warning.tintColor = .systemRed
        warning.backgroundColor = .systemBackground
        warning.layer.cornerRadius = 4
        contentView.add(warning) {
            warning.centerYAnchor.constraint(equalTo: contentView.centerYAnchor)
            warning.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 8)
        }
    }

    /// Adds a button at the top.
    private func addButton(_ button: UIButton, symbol: String, perform: @escaping () -> Void) {
        button.configuration?.image = UIImage(systemName: symbol)
        button.on(.primaryActionTriggered, perform: perform)
        contentView.add(button) {
            button.topAnchor.constraint(equalTo: contentView.topAnchor)
            button.widthAnchor.constraint(equalToConstant: 44)
            button.heightAnchor.constraint(equalToConstant: 44)
        }
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        clear()
    }

    private func clear() {
        loading?.cancel()
        loading = nil
        shown = nil
        imageView.image = nil
        progressView.observedProgress = nil
        progressView.isHidden = true
    }

    /// - Parameters:
    ///   - progress: how far the picture has been loaded, once that is known.
    ///   - label: what VoiceOver says of it.
    func showPreparing(_ progress: Progress?, label: String, removeLabel: String, remove: @escaping () -> Void) {
        clear()
        progressView.observedProgress = progress
        progressView.isHidden = progress == nil
        self.remove = remove
        badge.isHidden = true
        warning.isHidden = true
        cropButton.isHidden = true
        spinner.startAnimating()
        removeButton.isEnabled = true
        accessibilityLabel = label
        accessibilityCustomActions = [action(removeLabel, remove)]
    }

    func show(
        _ picture: FormImage,
        texts: PictureCellTexts,
        isEnabled: Bool,
        from pictures: FormPictureLoader,
        actions: Actions
    ) {
        remove = actions.remove
        crop = actions.crop
        cropButton.isHidden = texts.crop == nil
        cropButton.isEnabled = isEnabled
        cropButton.accessibilityLabel = texts.crop
        removeButton.isEnabled = isEnabled
        removeButton.accessibilityLabel = texts.remove
        badge.show(texts.badge)
        warning.isHidden = texts.problem == nil
        accessibilityLabel = texts.label
        accessibilityCustomActions =
            isEnabled
            ? [
                action(texts.remove, actions.remove),
                texts.crop.map { action($0, actions.crop) },
                texts.moveForward.map { action($0) { actions.move(-1) } },
                texts.moveBack.map { action($0) { actions.move(1) } },
            ].compactMap(\.self) : []
        load(picture, from: pictures)
    }

    private func action(_ name: String, _ perform: @escaping () -> Void) -> UIAccessibilityCustomAction {
        UIAccessibilityCustomAction(name: name) { _ in
            perform()
            return true
        }
    }

    private func load(_ picture: FormImage, from pictures: FormPictureLoader) {
        guard picture != shown else { return }
        clear()
        shown = picture
        spinner.startAnimating()
        let side = Int(bounds.width * traitCollection.displayScale)
        loading = Task { [weak self] in
            let image = try? await pictures.image(of: picture, side: side)
            // The cell may show another picture by now.
            guard !Task.isCancelled, let self, shown == picture else { return }
            imageView.image = image ?? UIImage(systemName: "photo")
            spinner.stopAnimating()
        }
    }
}

/// The words of a picture's cell.
struct PictureCellTexts {
    let label: String
    /// The mark of the first picture, which represents the product in lists; nil for the others.
    let badge: String?
    let remove: String
    /// The name of the action that cuts a square out of the picture; nil if it isn't on this device.
    let crop: String?
    /// The name of the action that moves the picture one place to the front; nil for the first.
    let moveForward: String?
    /// The name of the action that moves the picture one place back; nil for the last.
    let moveBack: String?

    /// What is wrong with the picture; nil if nothing is.
    let problem: String?

    /// - Parameters:
    ///   - number: the place of the picture, from 1.
    ///   - canCrop: whether a square can be cut out of it.
    init(number: Int, of count: Int, problem: String?, canCrop: Bool, _ interface: InterfaceTexts) {
        let app = AppTexts(language: interface.language)
        badge = number == 1 ? interface[.thumbnailBadge] : nil
        self.problem = problem
        let said = [interface.label(of: .images), app.position(number, of: count), badge, problem]
        label = said.compactMap(\.self).joined(separator: ", ")
        remove = interface[.removeImage(number)]
        crop = canCrop ? interface.sentence(.cropImage).replacing("{n}", with: "\(number)") : nil
        moveForward = number > 1 ? app[.movePictureForward] : nil
        moveBack = number < count ? app[.movePictureBack] : nil
    }
}
