import Foundation
import MarketClient
import MarketTexts
import PhotosUI
import UIKit

/// Lets people choose pictures from the photo library or take one with the camera, and copies them into files.
@MainActor
final class PicturePicker: NSObject {
    /// The pictures that are being copied, in the order of the choice.
    private(set) var preparing: [UUID] = [] {
        didSet {
            didChangeCount(preparing.count - oldValue.count)
            didChange()
        }
    }
    /// Called when ``preparing`` or a progress has changed.
    var didChange: () -> Void = {}
    /// Called with by how many there are more or fewer pictures that are being copied.
    var didChangeCount: (Int) -> Void = { _ in }
    /// Called with the pictures of one choice, in its order.
    var didChoose: ([ImageUpload]) -> Void = { _ in }
    /// Called with the name of a file that can't be used, and why.
    var didFail: (String, PickedPictureFolder.Problem) -> Void = { _, _ in }

    private let interface: InterfaceTexts
    private let folder = PickedPictureFolder()
    private var copies: [UUID: Task<Result<URL, PickedPictureFolder.Problem>, Never>] = [:]
    private var progresses: [UUID: Progress] = [:]

    init(interface: InterfaceTexts) {
        self.interface = interface
    }

    /// Returns the menu with the library and, if there is one, the camera.
    ///
    /// - Parameter room: how many pictures can be added.
    func menu(for presenter: UIViewController, room: Int) -> UIMenu {
        let app = AppTexts(language: interface.language)
        let library = UIAction(title: app[.pictureLibrary], image: UIImage(systemName: "photo.on.rectangle")) {
            [weak self, weak presenter] _ in
            guard let self, let presenter else { return }
            openLibrary(from: presenter, room: room)
        }
        guard UIImagePickerController.isSourceTypeAvailable(.camera) else { return UIMenu(children: [library]) }
        let camera = UIAction(title: app[.camera], image: UIImage(systemName: "camera")) {
            [weak self, weak presenter] _ in
            guard let self, let presenter else { return }
            openCamera(from: presenter)
        }
        return UIMenu(children: [library, camera])
    }

    /// Leaves a picture out that is being copied.
    func cancel(_ id: UUID) {
        copies[id]?.cancel()
        progresses[id]?.cancel()
        finish(id)
    }

    /// Writes a part of a picture, for as long as the form is open.
    func write(_ part: UIImage) async throws(PickedPictureFolder.Problem) -> URL {
        try await folder.write(part)
    }

    /// Returns how far a picture has been copied.
    func progress(of id: UUID) -> Progress? { progresses[id] }

    private func finish(_ id: UUID) {
        copies[id] = nil
        progresses[id] = nil
        preparing.removeAll { $0 == id }
    }

    private func openLibrary(from presenter: UIViewController, room: Int) {
        // Without a photo library in the configuration, the app needs no permission.
        var configuration = PHPickerConfiguration()
        configuration.filter = .images
        configuration.selection = .ordered
        configuration.selectionLimit = room
        configuration.preferredAssetRepresentationMode = .current
        let picker = PHPickerViewController(configuration: configuration)
        picker.delegate = self
        presenter.present(picker, animated: true)
    }

    private func openCamera(from presenter: UIViewController) {
        let camera = UIImagePickerController()
        camera.sourceType = .camera
        camera.delegate = self
        presenter.present(camera, animated: true)
    }

    private func take(_ providers: [NSItemProvider]) {
        let chosen = providers.map { (id: UUID(), provider: $0) }
        for (id, provider) in chosen {
            copies[id] = Task { [folder] in
                do throws(PickedPictureFolder.Problem) {
                    return .success(try await folder.copy(provider) { self.show($0, of: id) })
                } catch {
                    return .failure(error)
                }
            }
        }
        preparing += chosen.map(\.id)
        Task { await self.deliver(chosen.map { ($0.id, $0.provider.suggestedName ?? "") }) }
    }

    private func show(_ progress: Progress, of id: UUID) {
        // It may have been left out before it began.
        guard copies[id] != nil else { return progress.cancel() }
        progresses[id] = progress
        didChange()
    }

    /// Hands over the copies in the order of the choice, as soon as all before them are there.
    private func deliver(_ chosen: [(id: UUID, name: String)]) async {
        for (id, name) in chosen {
            guard let copy = copies[id] else { continue }
            let outcome = await copy.value
            // It may have been left out meanwhile.
            guard copies[id] != nil else { continue }
            finish(id)
            switch outcome {
            case .success(let file): didChoose([.file(file)])
            case .failure(let problem): didFail(name, problem)
            }
        }
    }
}

extension PicturePicker: PHPickerViewControllerDelegate {
    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true)
        take(results.map(\.itemProvider))
    }
}

extension PicturePicker: UIImagePickerControllerDelegate, UINavigationControllerDelegate {
    func imagePickerController(
        _ picker: UIImagePickerController,
        didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
        picker.dismiss(animated: true)
        guard let photo = info[.originalImage] as? UIImage else { return }
        let id = UUID()
        copies[id] = Task { [folder] in
            do throws(PickedPictureFolder.Problem) {
                return .success(try await folder.write(photo))
            } catch {
                return .failure(error)
            }
        }
        preparing.append(id)
        Task { await self.deliver([(id, "")]) }
    }

    func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {
        picker.dismiss(animated: true)
    }
}
