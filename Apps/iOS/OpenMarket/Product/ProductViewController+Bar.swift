import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The buttons of the bar: favorite, share, and ⋯ with edit, delete and report. They stay the same, so that VoiceOver keeps its
/// place and an open menu stays open.
@MainActor
final class ProductBar {
    let favorite = UIBarButtonItem()
    let share = UIBarButtonItem()
    let more = UIBarButtonItem()
    /// The product of the menu, and whether it is one's own.
    fileprivate var shown: (version: Int64?, isOwn: Bool)?
}

extension ProductViewController {
    func makeBar() -> ProductBar {
        let bar = ProductBar()
        bar.favorite.primaryAction = UIAction { [model] _ in Task { await model.toggleFavorite() } }
        bar.share.primaryAction = UIAction(image: UIImage(systemName: "square.and.arrow.up")) { [weak self] _ in
            self?.share()
        }
        bar.share.accessibilityLabel = session.texts.interface[.share]
        bar.more.image = UIImage(systemName: "ellipsis.circle")
        bar.more.accessibilityLabel = session.texts.interface[.more]
        return bar
    }

    func renderBar() {
        title = model.viewData?.row.name
        let isFavorite = model.isFavorite
        bar.favorite.image = UIImage(systemName: isFavorite ? "heart.fill" : "heart")
        bar.favorite.accessibilityLabel = session.texts.interface[isFavorite ? .removeFavorite : .addFavorite]
        bar.favorite.isEnabled = model.viewData != nil
        bar.share.isEnabled = model.shareItem != nil
        let now = (version: model.product?.version, isOwn: model.isOwn)
        if bar.shown.map({ $0 != now }) ?? true { bar.more.menu = menu }
        bar.shown = now
        let isEmpty = navigationItem.rightBarButtonItems?.isEmpty ?? true
        if model.state == .gone {
            navigationItem.rightBarButtonItems = nil
        } else if isEmpty {
            navigationItem.rightBarButtonItems = [bar.more, bar.share, bar.favorite]
        }
    }

    private func share() {
        guard let item = model.shareItem else { return }
        let sheet = UIActivityViewController(activityItems: [item.text, item.url], applicationActivities: nil)
        // On an iPad the sheet is a popover, which ends the app if it comes from nowhere.
        sheet.popoverPresentationController?.sourceItem = bar.share
        present(sheet, animated: true)
    }

    private var menu: UIMenu {
        let interface = session.texts.interface
        let edit = UIAction(title: interface[.edit], image: UIImage(systemName: "pencil")) { [weak self] _ in
            self?.edit()
        }
        let delete = UIAction(
            title: interface[.delete],
            image: UIImage(systemName: "trash"),
            attributes: .destructive
        ) { [weak self] _ in self?.delete() }
        return UIMenu(children: [copyAction, edit, delete].compactMap(\.self) + reportActions)
    }

    /// Reports the listing or its seller; nothing for one's own.
    private var reportActions: [UIAction] {
        guard let product = model.product, !model.isOwn else { return [] }
        return [
            reportAction(.product(product.id), named: product.listing.name, .reportListing),
            reportAction(.vendor(product.vendor.id), named: product.vendor.name, .reportSeller),
        ]
    }

    private func reportAction(_ subject: Report.Subject, named name: String, _ title: InterfaceString) -> UIAction {
        UIAction(
            title: session.texts.interface[title],
            image: UIImage(systemName: "flag")
        ) { [weak self, session] _ in
            let model = ReportModel(
                subject,
                named: name,
                service: session.client,
                dependencies: session.dependencies
            )
            let screen = ReportViewController(model, texts: session.texts)
            self?.present(UINavigationController(rootViewController: screen), animated: true)
        }
    }

    /// Copies one's own listing with its pictures, and of others the words.
    private var copyAction: UIAction? {
        guard let product = model.product else { return nil }
        let copy = ListingCopy(product, hasImages: model.isOwn)
        return UIAction(
            title: session.texts.interface[.copyAsNew],
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
        DeletionFlow(model.id, name: model.viewData?.row.name ?? "", session: session).start(from: self)
    }
}
