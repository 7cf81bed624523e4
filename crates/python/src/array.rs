//! Arrays whose memory NumPy shares: `numpy.asarray` copies nothing.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

/// An array of numbers in native memory, which NumPy reads and writes without copying.
#[pyclass(name = "Array", module = "ludorum._native")]
pub(crate) struct NumpyArray {
    pub(crate) data: ArrayData,
    shape: Vec<usize>,
}

/// Elements of a [`NumpyArray`], at a fixed memory address.
pub(crate) enum ArrayData {
    F32(Box<[f32]>),
    I32(Box<[i32]>),
    U8(Box<[u8]>),
}

/// Allocates the elements of an array of this shape, all 0; a Python `MemoryError` if memory is
/// short.
pub(crate) fn zeros<T: Clone + Default>(shape: &[usize]) -> PyResult<Vec<T>> {
    let too_many = || PyMemoryError::new_err(format!("there is no memory for {shape:?} numbers"));
    let sides = shape
        .iter()
        .try_fold(1_usize, |cells, side| cells.checked_mul(*side));
    let cells = sides.ok_or_else(too_many)?;
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(cells).map_err(|_| too_many())?;
    zeros.resize(cells, T::default());
    Ok(zeros)
}

impl NumpyArray {
    pub(crate) fn f32(cells: Vec<f32>, shape: Vec<usize>) -> NumpyArray {
        let data = ArrayData::F32(cells.into());
        NumpyArray { data, shape }
    }

    pub(crate) fn i32(cells: Vec<i32>, shape: Vec<usize>) -> NumpyArray {
        let data = ArrayData::I32(cells.into());
        NumpyArray { data, shape }
    }

    pub(crate) fn u8(cells: Vec<u8>, shape: Vec<usize>) -> NumpyArray {
        let data = ArrayData::U8(cells.into());
        NumpyArray { data, shape }
    }

    /// Converts the array to a NumPy array without copying.
    pub(crate) fn into_numpy(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        as_numpy(&Bound::new(py, self)?)
    }
}

/// NumPy array over the memory of `array`, which the NumPy array keeps alive.
pub(crate) fn as_numpy<'py>(array: &Bound<'py, NumpyArray>) -> PyResult<Bound<'py, PyAny>> {
    static ASARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    ASARRAY
        .import(array.py(), "numpy", "asarray")?
        .call1((array,))
}

#[pymethods]
impl NumpyArray {
    /// Type, shape and address of the elements, in version 3 of NumPy's array interface.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, kind) = match &self.data {
            ArrayData::F32(cells) => (cells.as_ptr() as usize, "f4"),
            ArrayData::I32(cells) => (cells.as_ptr() as usize, "i4"),
            ArrayData::U8(cells) => (cells.as_ptr() as usize, "u1"),
        };
        let order = match kind {
            "u1" => '|',
            _ if cfg!(target_endian = "little") => '<',
            _ => '>',
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", self.shape())?;
        interface.set_item("typestr", format!("{order}{kind}"))?;
        interface.set_item("data", (address, false))?;
        Ok(interface)
    }

    /// Size of each dimension of the array.
    #[getter]
    fn shape(&self) -> ShapeTuple {
        ShapeTuple(self.shape.clone())
    }
}

/// Array shape that converts to a Python tuple.
pub(crate) struct ShapeTuple(pub(crate) Vec<usize>);

impl<'py> IntoPyObject<'py> for ShapeTuple {
    type Target = PyTuple;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, self.0)
    }
}
