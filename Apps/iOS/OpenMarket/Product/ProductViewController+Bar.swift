import MarketTexts
import MarketViewModels
import UIKit

/// The buttons of the bar: favorite, share, and ⋯ with edit and delete.
extension ProductViewController {
    func renderBar() {
        title = model.viewData?.name
        navigationItem.rightBarButtonItems =
            model.state == .gone ? nil : [moreButton, shareButton, favoriteButton]
    }

    private var favoriteButton: UIBarButtonItem {
        let isFavorite = model.isFavorite
        let button = UIBarButtonItem(
            primaryAction: UIAction(image: UIImage(systemName: isFavorite ? "heart.fill" : "heart")) { [model] _ in
                Task { await model.toggleFavorite() }
            }
        )
        button.accessibilityLabel = session.texts.app[isFavorite ? .removeFavorite : .addFavorite]
        button.isEnabled = model.viewData != nil
        return button
    }

    private var shareButton: UIBarButtonItem {
        let button = UIBarButtonItem(
            primaryAction: UIAction(image: UIImage(systemName: "square.and.arrow.up")) { [weak self] action in
                self?.share(from: action.sender as? UIBarButtonItem)
            }
        )
        button.accessibilityLabel = session.texts.app[.share]
        button.isEnabled = model.shareItem != nil
        return button
    }

    private func share(from button: UIBarButtonItem?) {
        guard let item = model.shareItem else { return }
        let sheet = UIActivityViewController(activityItems: [item.text, item.url], applicationActivities: nil)
        // On an iPad the sheet is a popover.
        sheet.popoverPresentationController?.sourceItem = button
        present(sheet, animated: true)
    }

    private var moreButton: UIBarButtonItem {
        let web = session.texts.web
        let edit = UIAction(title: web[.edit], image: UIImage(systemName: "pencil")) { [weak self] _ in self?.edit() }
        let delete = UIAction(
            title: web[.delete],
            image: UIImage(systemName: "trash"),
            attributes: .destructive
        ) { [weak self] _ in self?.delete() }
        let button = UIBarButtonItem(
            image: UIImage(systemName: "ellipsis.circle"),
            menu: UIMenu(children: [copyAction, edit, delete].compactMap(\.self))
        )
        button.accessibilityLabel = web[.more]
        return button
    }

    /// Copies one's own listing with its pictures, and of others the words.
    private var copyAction: UIAction? {
        guard let product = model.product else { return nil }
        let copy = ListingCopy(product: product, hasPictures: model.isOwn)
        return UIAction(
            title: session.texts.web[.copyAsNew],
            image: UIImage(systemName: "plus.square.on.square")
        ) { [weak self] _ in self?.startListing(copy) }
    }

    private func startListing(_ copy: ListingCopy) {
        let form = ListingFormViewController(session: session, copying: copy) { [weak self] id, known in
            guard let self else { return }
            let screen = ProductViewController(id, known: known, session: session)
            navigationController?.pushViewController(screen, animated: true)
        }
        present(UINavigationController(rootViewController: form), animated: true)
    }

    private func edit() {
        EditFlow(model.id, session: session).start(from: self)
    }

    private func delete() {
        DeletionFlow(model.id, name: model.viewData?.name ?? "", session: session).start(from: self)
    }
}
