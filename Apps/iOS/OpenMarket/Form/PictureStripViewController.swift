import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The strip of pictures: it scrolls sideways, begins with the cell that adds, and is reordered by dragging.
final class PictureStripViewController: UICollectionViewController {
    /// What the strip shows, from its beginning.
    enum Item: Hashable, Sendable {
        case add
        case picture(FormImage.ID)
        /// A chosen picture that is being copied from the library.
        case preparing(UUID)
    }

    private static let side = 96.0

    private let form: any ListingForm
    private let pictures: FormPictureLoader
    private let interface: InterfaceTexts
    private let picker: PicturePicker
    private lazy var dataSource = makeDataSource()
    private var observation: ModelObservation?
    /// The whole pictures of those that a square was cut out of.
    private var wholes: [FormImage.ID: ImageUpload] = [:]
    /// What is wrong with single pictures.
    private var problems: [FormImage.ID: String] = [:]

    init(_ form: any ListingForm, pictures: FormPictureLoader, interface: InterfaceTexts) {
        self.form = form
        self.pictures = pictures
        self.interface = interface
        picker = PicturePicker(interface: interface)
        super.init(collectionViewLayout: Self.makeLayout())
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("The form has no storyboard.")
    }

    private static func makeLayout() -> UICollectionViewLayout {
        let size = NSCollectionLayoutSize(widthDimension: .absolute(side), heightDimension: .absolute(side))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size,
            subitems: [NSCollectionLayoutItem(layoutSize: size)]
        )
        let section = NSCollectionLayoutSection(group: group)
        section.interGroupSpacing = 8
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.scrollDirection = .horizontal
        return UICollectionViewCompositionalLayout(section: section, configuration: configuration)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.backgroundColor = .clear
        collectionView.showsHorizontalScrollIndicator = false
        view.heightAnchor.constraint(equalToConstant: Self.side).isActive = true
        picker.didChange = { [weak self] in self?.render() }
        picker.didChangeCount = { [weak self] in self?.form.pendingImageCount += $0 }
        picker.didChoose = { [weak self] in self?.form.addImages($0) }
        picker.didFail = { [weak self] in self?.showUnusable($0, $1) }
        observation = ModelObservation { [weak self] in self?.render() }
    }

    // MARK: Cells

    private func makeDataSource() -> ItemDataSource<Item> {
        let add = UICollectionView.CellRegistration<AddPictureCell, Item> { [weak self] cell, _, _ in
            self?.configure(cell)
        }
        let picture = UICollectionView.CellRegistration<FormPictureCell, Item> { [weak self] cell, _, item in
            self?.configure(cell, item)
        }
        let dataSource = ItemDataSource<Item>(collectionView: collectionView) {
            collectionView,
            indexPath,
            item in
            item == .add
                ? collectionView.dequeueConfiguredReusableCell(using: add, for: indexPath, item: item)
                : collectionView.dequeueConfiguredReusableCell(using: picture, for: indexPath, item: item)
        }
        dataSource.reorderingHandlers.canReorderItem = { [weak self] item in
            guard case .picture = item else { return false }
            return self?.form.isWriting ?? false
        }
        dataSource.reorderingHandlers.didReorder = { [weak self] transaction in
            self?.takeOrder(of: transaction.finalSnapshot.itemIdentifiers)
        }
        return dataSource
    }

    private func configure(_ cell: AddPictureCell) {
        let count = form.images.count + form.pendingImageCount
        cell.configure(
            title: interface[.addImages],
            count: "\(count) / \(ListingRules.maximumImageCount)",
            menu: picker.menu(for: self, room: ListingRules.maximumImageCount - count),
            isEnabled: form.isWriting && count < ListingRules.maximumImageCount
        )
    }

    private func configure(_ cell: FormPictureCell, _ item: Item) {
        switch item {
        case .add: break
        case .preparing(let id):
            cell.showPreparing(
                picker.progress(of: id),
                label: AppTexts(language: interface.language)[.picturesPending],
                removeLabel: interface[.cancel]
            ) { [weak self] in self?.picker.cancel(id) }
        case .picture(let id):
            guard let index = form.images.firstIndex(where: { $0.id == id }) else { return }
            cell.show(
                form.images[index],
                texts: PictureCellTexts(
                    number: index + 1,
                    of: form.images.count,
                    problem: problems[id],
                    canCrop: whole(form.images[index]) != nil,
                    interface
                ),
                isEnabled: form.isWriting,
                from: pictures,
                actions: FormPictureCell.Actions(
                    remove: { [weak self] in self?.form.removeImage(id) },
                    crop: { [weak self] in self?.crop(id) },
                    move: { [weak self] in self?.move(id, by: $0) }
                )
            )
        }
    }

    private func render() {
        let items =
            [Item.add] + form.images.map { .picture($0.id) } + picker.preparing.map { .preparing($0) }
        problems = form.images.reduce(into: [:]) { $0[$1.id] = form.problem(ofImage: $1.id) }
        // Numbers and the mark of the thumbnail move with the order.
        dataSource.show(items, animated: form.isWriting)
    }

    // MARK: Squares

    /// The picture that a square can be cut out of; nil if only the market has it.
    private func whole(_ picture: FormImage) -> ImageUpload? {
        picture.upload.map { wholes[picture.id] ?? $0 }
    }

    private func crop(_ id: FormImage.ID) {
        guard let picture = form.images.first(where: { $0.id == id }), let whole = whole(picture) else { return }
        Task {
            // As large as the market shows it.
            let side = PictureShrinker.maximumSide / 2
            guard let image = try? await pictures.image(of: .added(AddedImage(whole)), side: side) else { return }
            let screen = CropViewController(image, interface: interface) { [weak self] in
                self?.replace(id, by: $0, of: whole)
            }
            present(UINavigationController(rootViewController: screen), animated: true)
        }
    }

    private func replace(_ id: FormImage.ID, by part: UIImage, of whole: ImageUpload) {
        form.pendingImageCount += 1
        Task {
            defer { form.pendingImageCount -= 1 }
            do throws(PickedPictureFolder.Problem) {
                let file = try await picker.write(part)
                guard let new = form.replaceImage(id, with: .file(file)) else { return }
                wholes[id] = nil
                wholes[new] = whole
                render()
                let place = (form.images.firstIndex { $0.id == new } ?? 0) + 1
                UIAccessibility.post(
                    notification: .announcement,
                    argument: interface.sentence(.imageCropped).replacing("{n}", with: "\(place)")
                )
            } catch {
                showUnusable("", error)
            }
        }
    }

    // MARK: Order

    private func takeOrder(of items: [Item]) {
        let order = items.compactMap { item -> FormImage.ID? in
            guard case .picture(let id) = item else { return nil }
            return id
        }
        // Pictures may have come or gone while one was being dragged.
        let there = Set(form.images.map(\.id))
        for (place, id) in order.filter({ there.contains($0) }).enumerated() where form.images[place].id != id {
            form.moveImage(id, to: place)
        }
    }

    /// Moves a picture without dragging, for VoiceOver and Switch Control.
    private func move(_ id: FormImage.ID, by distance: Int) {
        guard let index = form.images.firstIndex(where: { $0.id == id }) else { return }
        form.moveImage(id, to: index + distance)
        let place = form.images.firstIndex { $0.id == id } ?? index
        UIAccessibility.post(
            notification: .announcement,
            argument: interface.sentence(.imageMoved)
                .replacing("{n}", with: "\(place + 1)")
                .replacing("{total}", with: "\(form.images.count)")
        )
    }

    override func collectionView(
        _ collectionView: UICollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath,
        toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        // Pictures stay behind the cell that adds, and before those that are still being prepared.
        IndexPath(item: min(max(proposedIndexPath.item, 1), form.images.count), section: 0)
    }

    private func showUnusable(_ name: String, _ problem: PickedPictureFolder.Problem) {
        // The form may have been closed meanwhile.
        guard view.window != nil else { return }
        let app = AppTexts(language: interface.language)
        let sentence =
            switch problem {
            case .notAnImage: interface.sentence(.notAnImage).replacing("{name}", with: name)
            case .unavailable: app[.pictureUnavailable]
            case .noSpace: app[.noSpaceForPicture]
            }
        present(UIAlertController(sentence, okay: interface[.okay]), animated: true)
    }
}
